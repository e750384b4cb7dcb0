import { describe, expect, it } from 'vitest';
import { openListeningWorld } from '../../src/testing/listening-world.ts';
import { openLine } from '../../src/testing/raw-line.ts';

const opened = openListeningWorld();

async function ask(target: string, hosts: readonly string[]): Promise<{ status: number; body: string }> {
  const line = await openLine(opened.port);
  line.write(`GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`);
  const text = await line.ended();
  return { status: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4) };
}
const path = '/api/app_settings/get';

describe('a request that names two sites', () => {
  it('two Host headers are refused, whichever comes first and also when they agree', async () => {
    for (const hosts of [
      ['luna.test', 'mars.test'],
      ['mars.test', 'luna.test'],
      ['luna.test', 'luna.test'],
      ['luna.test', ''],
    ]) {
      const { status, body } = await ask(path, hosts);
      expect({ hosts, status, code: JSON.parse(body).code }).toEqual({ hosts, status: 400, code: 'invalid-request' });
    }
  });

  it('a target of another site is refused, one of the same site is taken as its path', async () => {
    expect((await ask(path, ['luna.test'])).status).toBe(200);
    expect((await ask(`http://luna.test${path}`, ['luna.test'])).status).toBe(200);
    for (const target of [
      `http://mars.test${path}`,
      `https://mars.test${path}`,
      `http://luna.test@mars.test${path}`,
      `http://luna.test:80${path}`,
      `ftp://luna.test${path}`,
      '*',
    ]) {
      const { status } = await ask(target, ['luna.test']);
      expect({ target, isRefused: status === 400 || status === 404 }).toEqual({ target, isRefused: true });
    }
    expect(JSON.parse((await ask(`http://mars.test${path}`, ['luna.test'])).body)).toMatchObject({
      success: false,
      code: 'invalid-request',
    });
  });

  it('no site is guessed from a host that is malformed or missing', async () => {
    for (const host of [
      'luna.test, mars.test',
      'luna.test/mars.test',
      'luna.test\tmars.test',
      'luna.test:80:80',
      'LUNA.test#',
      '@luna.test',
    ])
      expect({ host, status: (await ask(path, [host])).status }).toEqual({ host, status: 404 });
    expect((await ask(path, [])).status).toBe(400);
  });
});

describe('whose page asks', () => {
  const allowed = async (origin: string, host = 'api.luna.test:8000') =>
    (await opened.world.app.inject({ method: 'GET', url: path, headers: { host, origin } })).headers[
      'access-control-allow-origin'
    ];

  it('CORS compares the port too', async () => {
    expect(await allowed('http://luna.test:8000')).toBe('http://luna.test:8000');
    expect(await allowed('http://luna.test:8001')).toBeUndefined();
    expect(await allowed('http://luna.test')).toBeUndefined();
    expect(await allowed('https://luna.test:8000')).toBeUndefined();
    expect(await allowed('http://mars.test:8000')).toBeUndefined();
    expect(await allowed('http://luna.test:8000.evil.test')).toBeUndefined();
    expect(await allowed('null')).toBeUndefined();
  });

  it('the socket compares the port too', async () => {
    const open = async (origin: string): Promise<string> => {
      const line = await openLine(opened.port);
      line.write(
        `GET /ws HTTP/1.1\r\nHost: luna.test:${opened.port}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
      await line.until('\r\n\r\n');
      // Of another origin it is closed with 1008 at once; its own waits for the first frame.
      const closed = line.until('origin').then(() => 'refused');
      const answer = await Promise.race([closed, new Promise<string>((done) => setTimeout(() => done('open'), 300))]);
      line.socket.destroy();
      return answer;
    };
    expect(await open(`http://luna.test:${opened.port}`)).toBe('open');
    expect(await open(`http://luna.test:${opened.port + 1}`)).toBe('refused');
    expect(await open('http://luna.test')).toBe('refused');
  });

  it('nothing but the socket is upgraded: a body that cannot come waits for nobody', async () => {
    const line = await openLine(opened.port);
    line.write(
      `POST /api/users/login HTTP/1.1\r\nHost: api.luna.test\r\nContent-Type: application/json\r\nContent-Length: 500\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect(await line.ended()).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});
