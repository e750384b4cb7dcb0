import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppParts } from '../app.ts';
import type { Listener } from '../realtime/realtime.ts';
import type { Tenant } from '../tenant.ts';

const AUTH_WITHIN_MS = 10_000;
const POLICY_VIOLATION = 1008;

/**
 * `/ws`: frames `{ event, data, id? }`; the first one authenticates
 * (DECISIONS 36). Only the site's own pages may open it.
 */
export function mountSocket(app: FastifyInstance, parts: AppParts): void {
  app.get('/ws', { websocket: true, config: { access: 'socket' } }, (socket, request) => {
    const { site } = request;
    if (!('tenant' in site) || !isOwnOrigin(request, site.tenant, parts)) return socket.close(POLICY_VIOLATION, 'origin');
    serve(socket, site.tenant, parts);
  });
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
    const actor = typeof data.token === 'string' ? await sessions.actorOf(tenant, data.token) : null;
    if (actor === null) {
      send('AUTH_FAILED', { code: 'session-ended' });
      return socket.close(POLICY_VIOLATION, 'authentication');
    }
    const lastId = Number.isSafeInteger(data.lastId) && (data.lastId as number) >= 0 ? data.lastId as number : 0;
    const listener: Listener = {
      lastId, sessionId: actor.sessionId,
      send: (frame) => { if (socket.readyState === socket.OPEN) socket.send(frame); },
      close: () => {
        send('SESSION_ENDED', {});
        socket.close(POLICY_VIOLATION, 'session');
      },
    };
    send('READY', { lastId });
    leave = await realtime.join(tenant, `user:${actor.userId}`, listener);
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

function parseFrame(raw: Buffer): { event: string; data: Record<string, unknown> } | null {
  try {
    const frame = JSON.parse(raw.toString('utf8')) as { event?: unknown; data?: unknown };
    if (typeof frame !== 'object' || frame === null || typeof frame.event !== 'string') return null;
    return { event: frame.event, data: typeof frame.data === 'object' && frame.data !== null ? frame.data as Record<string, unknown> : {} };
  } catch {
    return null;
  }
}
