import { lastEventOf } from '@backlot/database/shared-functions';
import { doors } from '@backlot/contracts/http/doors';
import type { ClientEvents, ConnectionEvent, ServerEvents } from '@backlot/contracts/events';
import type { Listener } from '@backlot/realtime/listener';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admit } from '../admit/admit.ts';
import { needOfDoor } from '../admit/need.ts';
import { refusalAnswers } from '../admit/refusals.ts';
import type { AppDependencies } from '../app.ts';
import { isFromOwnPage } from './own-origin.ts';
import { noteRequest, withLogFields, type LogFields } from '../process/log-fields.ts';
import type { Tenant } from '../sites/tenant.ts';
import { isOpenSite } from '../sites/tenant-registry.ts';

const need = needOfDoor(doors.socket);
const AUTH_WITHIN_MS = 10_000;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_LATER = 1013;
/** A browser answers a ping by itself; who has not by the next is gone without a word. */
const PING_EVERY_MS = 30_000;
/** Bytes that a client may be behind before it has to come again. */
const MOST_BEHIND = 1024 * 1024;
/** Frames that a client may send in so many milliseconds; ours sends two at the start and an answer now and then. */
const MOST_FRAMES = { frames: 60, inMs: 10_000 } as const;
/** Milliseconds that a client gets to say goodbye. */
const GOODBYE_MS = 1_000;

/**
 * `/ws`: frames `{ event, data, id? }`; the first one authenticates
 * (DECISIONS 36). Only the site's own pages may open it.
 */
export function mountSocket(app: FastifyInstance, dependencies: AppDependencies): void {
  tellOfSettings(dependencies);
  app.get(doors.socket.path, { websocket: true, config: { door: doors.socket } }, (socket, request) => {
    const { site } = request;
    if (!('tenant' in site) || !isFromOwnPage(request, dependencies.ctx))
      return socket.close(POLICY_VIOLATION, refusalAnswers.host.close);
    dependencies.requests.count({ door: doors.socket }, 101);
    const fields: LogFields = { requestId: request.id, tenant: site.tenant.id };
    dependencies.ctx.log.info({ ...fields, method: request.method, route: '/ws', status: 101, ms: 0 }, 'request');
    noteRequest(fields);
    withLogFields(fields, () => serve(socket, request, site.tenant, dependencies));
  });
}

/** Pages of a site hear that its settings are others now. Every process hears of the change itself. */
function tellOfSettings({ ctx: { settings, log }, registry, realtime }: AppDependencies): void {
  settings.onChange((tenantId) => {
    const tenant = registry.byId(tenantId);
    if (tenant === null || !realtime.isOpen(tenant)) return;
    settings.versionOf(tenant).then(
      (version) => realtime.tellSiteHere(tenant, 'SETTINGS_CHANGED', { version }),
      (error: unknown) => log.error({ err: error }, 'open pages could not be told of new settings'),
    );
  });
}

/** Before the server closes: asks every client to go, and cuts off who does not. */
export function closeSockets({ websocketServer }: FastifyInstance, done: () => void): void {
  const { clients } = websocketServer;
  for (const client of clients) client.close(GOING_AWAY, 'restart');
  setTimeout(() => {
    for (const client of clients) client.terminate();
  }, GOODBYE_MS).unref();
  websocketServer.close();
  done();
}

function serve(
  socket: WebSocket,
  request: FastifyRequest,
  tenant: Tenant,
  { sessions, realtime, registry, ctx }: AppDependencies,
): void {
  let leave: (() => void) | null = null;
  let started = false;
  const send = <E extends ConnectionEvent | 'SETTINGS_CHANGED'>(event: E, data: ServerEvents[E]): void =>
    socket.send(JSON.stringify({ event, data }));
  const timer = setTimeout(() => {
    if (!leave) socket.close(POLICY_VIOLATION, 'authentication');
  }, AUTH_WITHIN_MS);
  const begin = async (data: { token?: unknown; lastId?: unknown; settingsVersion?: unknown }): Promise<void> => {
    const token = typeof data.token === 'string' ? data.token : '';
    const { actor, refusals } = await admit(request, need, { ctx, sessions, registry }, token);
    const [refusal = 'session-required'] = refusals;
    if (actor === null || refusals.length > 0) {
      const { code, close } = refusalAnswers[refusal];
      if (code === 'session-ended' || code === 'session-required') send('AUTH_FAILED', { code: 'session-ended' });
      return socket.close(POLICY_VIOLATION, close);
    }
    const recipient = `user:${actor.userId}`;
    const newest = await ctx.database.tenants.read(tenant, (db) => lastEventOf(db, recipient));
    // Who has seen none goes on from now; a number from another life of the database is no number.
    const lastId =
      Number.isSafeInteger(data.lastId) && (data.lastId as number) >= 0
        ? Math.min(data.lastId as number, newest)
        : newest;
    const listener: Listener = {
      lastId,
      sessionId: actor.sessionId,
      identityId: actor.identityId,
      isLive: async () => (await sessions.actorOf(tenant, token)) !== null,
      send: (bytes) => {
        if (socket.bufferedAmount > MOST_BEHIND) return socket.terminate();
        if (socket.readyState === socket.OPEN) socket.send(bytes, { binary: false });
      },
      endSession: () => {
        send('SESSION_ENDED', {});
        socket.close(POLICY_VIOLATION, 'session');
        // A client may take its time to say goodbye.
        leave?.();
      },
      shutOut: () => {
        socket.close(POLICY_VIOLATION, refusalAnswers.suspension.close);
        leave?.();
      },
      disconnect: () => socket.close(GOING_AWAY, 'restart'),
    };
    send('READY', { lastId });
    leave = await realtime.join(tenant, recipient, listener);
    if (leave === null) return socket.close(TRY_LATER, 'too many');
    // It may have gone while its place was found, or the site may have been suspended.
    if (socket.readyState !== socket.OPEN) return leave();
    if (!isOpenSite(registry.byId(tenant.id))) return listener.shutOut();
    // From here on changes are broadcast to it; one from before, while the page was on its way here, is told now.
    const version = await ctx.settings.versionOf(tenant);
    if (typeof data.settingsVersion === 'number' && data.settingsVersion < version)
      send('SETTINGS_CHANGED', { version });
    keepAlive(socket, listener);
  };
  /** An event of the contract without a handler does not compile; any other is passed over. */
  const handlers: Record<keyof ClientEvents, (data: Record<string, unknown>) => void> = {
    PING: () => send('PONG', {}),
    AUTH: (data) => {
      if (started) return;
      started = true;
      begin(data).catch((error: unknown) => {
        ctx.log.error({ err: error }, 'socket');
        socket.close(1011, 'error');
      });
    },
  };
  const stretch = { until: 0, frames: 0 };
  socket.on('message', (raw: Buffer) => {
    const now = performance.now();
    if (now > stretch.until) Object.assign(stretch, { until: now + MOST_FRAMES.inMs, frames: 0 });
    if ((stretch.frames += 1) > MOST_FRAMES.frames) {
      if (stretch.frames === MOST_FRAMES.frames + 1) ctx.log.warn({ limit: 'frames' }, 'a limit was reached');
      return socket.terminate();
    }
    const frame = parseFrame(raw);
    if (frame === null) return socket.close(POLICY_VIOLATION, 'frame');
    if (Object.hasOwn(handlers, frame.event)) handlers[frame.event as keyof ClientEvents](frame.data);
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
  socket.on('pong', () => {
    isAnswering = true;
  });
  const timer = setInterval(() => {
    if (!isAnswering) return socket.terminate();
    isAnswering = false;
    socket.ping();
    listener.isLive().then(
      (isLive) => {
        if (!isLive) listener.endSession();
      },
      () => undefined,
    );
  }, PING_EVERY_MS).unref();
  socket.on('close', () => clearInterval(timer));
}

function parseFrame(raw: Buffer): { event: string; data: Record<string, unknown> } | null {
  try {
    const frame = JSON.parse(raw.toString('utf8')) as { event?: unknown; data?: unknown };
    if (typeof frame !== 'object' || frame === null || typeof frame.event !== 'string') return null;
    return {
      event: frame.event,
      data: typeof frame.data === 'object' && frame.data !== null ? (frame.data as Record<string, unknown>) : {},
    };
  } catch {
    return null;
  }
}
