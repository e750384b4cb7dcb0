import type { FastifyInstance } from 'fastify';

export interface SocketClient {
  frames: Array<{ event: string; data: Record<string, unknown>; id?: number }>;
  closed: Promise<number>;
  send(frame: object): void;
  raw(text: string): void;
  close(): void;
}

/** Opens `/ws` of a site, as its own page does unless another origin is given. */
export async function openClient(
  app: FastifyInstance,
  site: 'luna' | 'mars',
  origin = `http://${site}.test:8000`,
): Promise<SocketClient> {
  const frames: SocketClient['frames'] = [];
  const socket = await app.injectWS(
    '/ws',
    { headers: { host: `${site}.test`, origin }, socket: { remoteAddress: '127.0.0.1' } } as never,
    {
      onInit: (early) => {
        early.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString())));
      },
    },
  );
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  return {
    frames,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    raw: (text) => socket.send(text),
    close: () => socket.terminate(),
  };
}

export const framesNamed = (client: SocketClient, event: string) =>
  client.frames.filter((frame) => frame.event === event);
