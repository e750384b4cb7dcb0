import { createSocket } from 'node:dgram';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';

/** A port of loopback that takes note of whoever speaks to it. */
export async function openTrap(): Promise<{ address: string; asked(): number; close(): Promise<void> }> {
  let asked = 0;
  const server = createServer((socket) => {
    asked++;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4', () => {
    asked++;
  });
  await new Promise<void>((done) => datagrams.bind(port, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${port}`,
    asked: () => asked,
    close: async () => {
      datagrams.close();
      await new Promise((done) => server.close(done));
    },
  };
}

const longAgo = new Date('2001-01-01');

/** A file whose time of reading tells whether somebody opened it; false where such times are not kept. */
export async function setCanary(path: string): Promise<boolean> {
  const twin = `${path}.twin`;
  for (const file of [path, twin]) {
    await writeFile(file, 'nobody shall read this');
    await utimes(file, longAgo, new Date());
  }
  await readFile(twin);
  return wasRead(twin);
}

export const wasRead = async (path: string): Promise<boolean> => (await stat(path)).atimeMs > longAgo.getTime() + 1000;
