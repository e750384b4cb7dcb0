import { lastEventOf } from '@backlot/database/shared-functions';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppParts } from '../app.ts';
import type { Listener } from '../realtime/realtime.ts';
import type { Tenant } from '../tenant.ts';

const AUTH_WITHIN_MS = 10_000;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_LATER = 1013;
/** A browser answers a ping by itself; who has not by the next is gone without a word. */
const PING_EVERY_MS = 30_000;
/** Bytes that a client may be behind before it has to come again. */
const MOST_BEHIND = 1024 * 1024;
/** Milliseconds that a client gets to say goodbye. */
const GOODBYE_MS = 1_000;

/**
 * `/ws`: frames `{ event, data, id? }`; the first one authenticates
 * (DECISIONS 36). Only the site's own pages may open it.
 */
export function mountSocket(app: FastifyInstance, parts: AppParts): void {
  app.get('/ws', { websocket: true, config: { access: 'socket' } }, (socket, request) => {
    const { site } = request;
    if (!('tenant' in site) || site.tenant.status === 'suspended' || !isOwnOrigin(request, site.tenant, parts)) return socket.close(POLICY_VIOLATION, 'origin');
    serve(socket, site.tenant, parts);
  });
}

/** Before the server closes: asks every client to go, and cuts off who does not. */
export function closeSockets({ websocketServer }: FastifyInstance, done: () => void): void {
  const { clients } = websocketServer;
  for (const client of clients) client.close(GOING_AWAY, 'restart');
  setTimeout(() => { for (const client of clients) client.terminate(); }, GOODBYE_MS).unref();
  websocketServer.close();
  done();
}

function isOwnOrigin(request: FastifyRequest, tenant: Tenant, { ctx }: AppParts): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { hostname, protocol } = new URL(origin);
  return tenant.hosts.includes(hostname) && protocol === `${ctx.config.publicScheme}:`;
}

function serve(socket: WebSocket, tenant: Tenant, { sessions, realtime, ctx }: AppParts): void {
  let leave: (() => void) | null = null;
  let started = false;
  const send = (event: string, data: object): void => socket.send(JSON.stringify({ event, data }));
  const timer = setTimeout(() => { if (!leave) socket.close(POLICY_VIOLATION, 'authentication'); }, AUTH_WITHIN_MS);
  const begin = async (data: { token?: unknown; lastId?: unknown }): Promise<void> => {
    const token = typeof data.token === 'string' ? data.token : '';
    const actor = token === '' ? null : await sessions.actorOf(tenant, token);
    if (actor === null) {
      send('AUTH_FAILED', { code: 'session-ended' });
      return socket.close(POLICY_VIOLATION, 'authentication');
    }
    const recipient = `user:${actor.userId}`;
    const newest = await ctx.database.tenants.read(tenant, (db) => lastEventOf(db, recipient));
    // Who has seen none goes on from now; a number from another life of the database is no number.
    const lastId = Number.isSafeInteger(data.lastId) && (data.lastId as number) >= 0 ? Math.min(data.lastId as number, newest) : newest;
    const listener: Listener = {
      lastId, sessionId: actor.sessionId, identityId: actor.identityId,
      isLive: async () => await sessions.actorOf(tenant, token) !== null,
      send: (frame) => {
        if (socket.bufferedAmount > MOST_BEHIND) return socket.terminate();
        if (socket.readyState === socket.OPEN) socket.send(frame);
      },
      endSession: () => {
        send('SESSION_ENDED', {});
        socket.close(POLICY_VIOLATION, 'session');
      },
      disconnect: () => socket.close(GOING_AWAY, 'restart'),
    };
    send('READY', { lastId });
    leave = await realtime.join(tenant, recipient, listener);
    if (leave === null) return socket.close(TRY_LATER, 'too many');
    keepAlive(socket, listener);
    if (socket.readyState !== socket.OPEN) leave();
  };
  socket.on('message', (raw: Buffer) => {
    const frame = parseFrame(raw);
    if (frame === null) return socket.close(POLICY_VIOLATION, 'frame');
    if (frame.event === 'PING') return send('PONG', {});
    if (frame.event === 'AUTH' && !started) {
      started = true;
      begin(frame.data).catch((error: unknown) => {
        ctx.log.error({ err: error }, 'socket');
        socket.close(1011, 'error');
      });
    }
  });
  socket.on('close', () => {
    clearTimeout(timer);
    leave?.();
  });
  socket.on('error', () => socket.terminate());
}

/** Finds lines that went dead, and sessions that reached their end while nothing else told of it. */
function keepAlive(socket: WebSocket, listener: Listener): void {
  let isAnswering = true;
  socket.on('pong', () => { isAnswering = true; });
  const timer = setInterval(() => {
    if (!isAnswering) return socket.terminate();
    isAnswering = false;
    socket.ping();
    listener.isLive().then((isLive) => { if (!isLive) listener.endSession(); }, () => undefined);
  }, PING_EVERY_MS).unref();
  socket.on('close', () => clearInterval(timer));
}

function parseFrame(raw: Buffer): { event: string; data: Record<string, unknown> } | null {
  try {
    const frame = JSON.parse(raw.toString('utf8')) as { event?: unknown; data?: unknown };
    if (typeof frame !== 'object' || frame === null || typeof frame.event !== 'string') return null;
    return { event: frame.event, data: typeof frame.data === 'object' && frame.data !== null ? frame.data as Record<string, unknown> : {} };
  } catch {
    return null;
  }
}
