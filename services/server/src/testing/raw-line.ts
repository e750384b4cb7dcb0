import { connect, type AddressInfo, type Socket } from 'node:net';
import type { World } from './world.ts';

/** A line to a server that listens, on which anything may be written. */
export interface RawLine {
  readonly socket: Socket;
  write(text: string | Buffer): void;
  /** All that came, once the server closed the line. */
  ended(): Promise<string>;
  /** What came, as soon as it contains this. */
  until(text: string): Promise<string>;
}

export async function listening(world: World): Promise<number> {
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  return (world.app.server.address() as AddressInfo).port;
}

/** @param localAddress another address of this machine than its first, to come as somebody else */
export function openLine(port: number, localAddress = '127.0.0.1'): Promise<RawLine> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let came = '';
  let closed = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  socket.setEncoding('latin1').on('data', (text: string) => {
    came += text;
    wake();
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      closed = true;
      wake();
    });
  const when = (isThere: () => boolean): Promise<string> =>
    new Promise((found) => {
      const look = (): void => {
        if (!isThere()) return;
        waiting.delete(look);
        found(came);
      };
      waiting.add(look);
      look();
    });
  const line: RawLine = {
    socket,
    write: (text) => {
      socket.write(text);
    },
    ended: () => when(() => closed),
    until: (text) => when(() => closed || came.includes(text)),
  };
  return new Promise((opened, failed) => {
    socket.once('connect', () => opened(line)).once('error', failed);
  });
}
