import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import type { Harness } from './harness.ts';
import { judge } from './judge.ts';
import type { Person } from './model.ts';
import type { Wrong } from './run-slice.ts';

/** Open pages that hear what happens on their site, some at each server. */
export interface Sockets {
  /** Frames that came. */
  readonly heard: number;
  /** What was wrong with them since this was asked before. */
  takeWrong(): readonly Wrong[];
  close(): void;
}

/** After it was closed, as a page does. */
const againMs = 300;
const [textFrame, pingFrame] = [0x1, 0x9];

/** Opens a socket for the creator of each site and for one of its fans, each at another server, and opens it again when it ends. */
export function openSockets(harness: Harness): Sockets {
  let wrong: Wrong[] = [];
  const open = new Set<Socket>();
  let [heard, isOver] = [0, false];

  const hear = (by: Person, text: string): void => {
    heard += 1;
    const asked = { asker: { site: by.site, person: by }, began: performance.now(), sent: [] };
    // A frame tells what was when it was written: how old that may be is not a socket's to say.
    for (const found of judge({ status: 200, text, body: text }, asked, { ...harness, registers: new Map() }))
      wrong.push({
        index: -1,
        kind: 'socket',
        asked: `a frame at ${by.site.host} for ${by.role} ${by.name.word}`,
        text: `${found}: ${text.slice(0, 300)}`,
      });
  };

  const join = (by: Person, server: number): void => {
    if (isOver) return;
    const port = harness.ports[server % harness.ports.length]!;
    const again = (): void => void setTimeout(() => join(by, server), againMs).unref();
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/ws',
      headers: {
        // A page's own port, whichever.
        host: `${by.site.host}:8000`,
        origin: `http://${by.site.host}:8000`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    });
    sent.on('response', (response) => {
      response.resume();
      again();
    });
    sent.on('error', again);
    sent.on('upgrade', (_response, socket: Socket, head) => {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        again();
      });
      const read = frameReader(socket, (text) => hear(by, text));
      if (head.length > 0) read(head);
      socket.on('data', read);
      socket.write(masked(textFrame, JSON.stringify({ event: 'AUTH', data: { token: by.token, lastId: null } })));
    });
    sent.end();
  };

  for (const [number, { people }] of harness.sites.entries()) {
    join(
      people.find(({ role }) => role === 'model')!,
      number,
    );
    join(
      people.findLast(({ role }) => role === 'user')!,
      number + 1,
    );
  }
  return {
    get heard() {
      return heard;
    },
    takeWrong() {
      const taken = wrong;
      wrong = [];
      return taken;
    },
    close() {
      isOver = true;
      for (const socket of open) socket.destroy();
    },
  };
}

/** A client's frame (RFC 6455) of a short text, with the mask that a server insists on. */
function masked(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const length = Buffer.alloc(payload.length < 126 ? 1 : 3);
  if (payload.length < 126) length[0] = 0x80 | payload.length;
  else {
    length[0] = 0x80 | 126;
    length.writeUInt16BE(payload.length, 1);
  }
  return Buffer.concat([Buffer.of(0x80 | opcode), length, mask, payload.map((byte, at) => byte ^ mask[at % 4]!)]);
}

/** Reads a server's whole frames, which have no mask, out of the pieces that arrive. */
function frameReader(socket: Socket, onText: (text: string) => void): (piece: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      if (rest.length < 2) return;
      const short = rest[1]! & 0x7f;
      const start = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (rest.length < start) return;
      const length = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
      if (rest.length < start + length) return;
      const payload = rest.subarray(start, start + length).toString('utf8');
      const opcode = rest[0]! & 0xf;
      rest = rest.subarray(start + length);
      if (opcode === textFrame) onText(payload);
      if (opcode === pingFrame) socket.write(masked(0xa, payload));
    }
  };
}
