import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { AppContext } from '../context.ts';
import { addressKey } from '../session/address-key.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What comes in the body: a `call`'s few kilobytes unless it says `files`. */
    body?: 'call' | 'files';
  }
}

/** Milliseconds. Tests shorten them. */
export interface BodyTimes {
  readonly lookEveryMs: number;
  /** A body that is not there by then is a slow one. */
  readonly slowAfterMs: number;
  /** The 256 KB of a call at most: 13 KB/s. */
  readonly callMs: number;
  /** Files are looked at over this long at a time. */
  readonly rateOverMs: number;
}
const usualTimes: BodyTimes = { lookEveryMs: 500, slowAfterMs: 2_000, callMs: 20_000, rateOverMs: 15_000 };

/** Bytes a second below which files are not being sent any more. A poor mobile line has ten times that. */
const LEAST_RATE = 4 * 1024;
/** Slow bodies that one address may have under way; a household of creators over one poor line has fewer. */
const MOST_SLOW = { call: 12, files: 48 } as const;
/** Slow bodies of everybody: each is a connection, a buffer and, for files, a place on the disk. */
const MOST_OF_ALL = 2_000;

interface OpenBody {
  readonly request: FastifyRequest;
  readonly answer: ServerResponse;
  readonly kind: keyof typeof MOST_SLOW;
  readonly address: string;
  readonly since: number;
  /** Where the present stretch of `rateOverMs` began. */
  from: { at: number; bytes: number };
}

/**
 * Nobody keeps lines open with bodies that never end: a call's has a time, files have a least rate, and of slow ones an
 * address has only so many. Who is answered before the body was there (a wrong token, say) is under the same clock.
 */
export function boundSlowBodies(
  app: FastifyInstance,
  { log }: Pick<AppContext, 'log'>,
  times: Partial<BodyTimes> = {},
): void {
  const { lookEveryMs, slowAfterMs, callMs, rateOverMs } = { ...usualTimes, ...times };
  const open = new Map<IncomingMessage, OpenBody>();

  const cut = (body: OpenBody, why: 'time' | 'rate' | 'address' | 'all'): void => {
    const { request, kind, address } = body;
    open.delete(request.raw);
    log.warn(
      {
        requestId: request.id,
        limit: `slow-body-${why}`,
        body: kind,
        address,
        route: request.routeOptions.url ?? 'none',
      },
      'a limit was reached',
    );
    endLine(body);
  };
  const look = (): void => {
    const now = performance.now();
    const slow = new Map<string, number>();
    let all = 0;
    for (const [raw, body] of open) {
      if (raw.complete || raw.destroyed) open.delete(raw);
      else if (now - body.since < slowAfterMs) continue;
      else if (body.kind === 'call' && now - body.since > callMs) cut(body, 'time');
      else if (body.kind === 'files' && isTooSlow(raw, body, now, rateOverMs)) cut(body, 'rate');
      else {
        // Oldest first, as they stand in the map: who was there keeps the place.
        const key = `${body.kind} ${body.address}`;
        slow.set(key, (slow.get(key) ?? 0) + 1);
        if (slow.get(key)! > MOST_SLOW[body.kind]) cut(body, 'address');
        else if ((all += 1) > MOST_OF_ALL) cut(body, 'all');
      }
    }
  };
  const timer = setInterval(look, lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    // What is handed in inside the process came on no connection.
    if (raw.socket instanceof Socket && hasBody(raw)) {
      const now = performance.now();
      open.set(raw, {
        request,
        answer: reply.raw,
        kind: request.routeOptions.config.body ?? 'call',
        address: addressKey(request.ip),
        since: now,
        from: { at: now, bytes: raw.socket.bytesRead },
      });
      raw.once('close', () => open.delete(raw));
    }
    done();
  });
}

/** For a scope whose routes take files. */
export function takesFiles(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, body: 'files' };
  });
}

/**
 * For a scope whose calls take files in a form, which nobody but the call reads.
 *
 * @returns the bytes of a request, known by its headers; none where it has no body
 */
export function takesForms(scope: FastifyInstance): (headers: object) => Readable {
  const bodies = new WeakMap<object, Readable>();
  takesFiles(scope);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, payload, done) => {
    bodies.set(request.headers, payload);
    done(null, undefined);
  });
  return (headers) => bodies.get(headers) ?? Readable.from([]);
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

function isTooSlow(raw: IncomingMessage, body: OpenBody, now: number, overMs: number): boolean {
  const bytes = raw.socket.bytesRead;
  // What lies here unread waits for us, not for the client.
  if (raw.readableLength > 0) body.from = { at: now, bytes };
  if (now - body.from.at < overMs) return false;
  const rate = (bytes - body.from.bytes) / ((now - body.from.at) / 1000);
  body.from = { at: now, bytes };
  return rate < LEAST_RATE;
}

/** As Node itself answers a request that takes too long. A client that was answered already just loses its line. */
function endLine({ request, answer }: OpenBody): void {
  const { socket } = request.raw;
  if (socket.destroyed) return;
  if (!answer.headersSent)
    socket.write('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  socket.destroySoon();
}
