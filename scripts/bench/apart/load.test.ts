import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Shot } from './load.ts';
import { startProgram } from './programs.ts';

test('connections ask the calls in turn, each beginning with another', async () => {
  const asked: string[] = [];
  const firstOf = new Map<number, string>();
  const server = createServer((request, response) => {
    const host = request.headers.host!;
    asked.push(host);
    const { remotePort = 0 } = request.socket;
    if (!firstOf.has(remotePort)) firstOf.set(remotePort, host);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const load = startProgram('load.ts');
  try {
    const hosts = ['a.test', 'b.test', 'c.test', 'd.test'];
    const shot: Shot = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      headers: {},
      requests: hosts.map((host) => ({ headers: { host } })),
      seconds: 20,
      answers: 16,
      connections: 2,
    };
    expect(await load.ask(shot)).toEqual({ answers: 16 });
    expect(hosts.map((host) => asked.filter((one) => one === host).length)).toEqual([4, 4, 4, 4]);
    expect([...firstOf.values()].toSorted()).toEqual(['a.test', 'c.test']);
  } finally {
    await load.stop();
    server.close();
  }
});
