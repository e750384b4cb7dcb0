import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import websocket from '@fastify/websocket';
import { DomainError, type Access } from '@backlot/contracts';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import type { AppContext } from './context.ts';
import type { Feature } from './feature.ts';
import { answerErrors, sendRefusal } from './plugins/answers.ts';
import { isPlatformSide, settleSites } from './plugins/sites-of-requests.ts';
import { mountAssets } from './plugins/assets.ts';
import { mountCall } from './plugins/mount-calls.ts';
import { mountPages, type RenderPage } from './plugins/pages.ts';
import { mountPlatform } from './plugins/platform-side.ts';
import { closeSockets, mountSocket } from './plugins/socket.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Sessions } from './session/sessions.ts';
import type { TenantRegistry } from './tenant-registry.ts';
import { compilers, serializers } from './plugins/validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may come; every route that is no call says it itself. */
    access?: Access | 'platform' | 'signature' | 'socket';
  }
}

export interface AppParts {
  readonly ctx: AppContext;
  readonly registry: TenantRegistry;
  readonly sessions: Sessions;
  readonly realtime: Realtime;
  readonly features: readonly Feature[];
  readonly renderPage: RenderPage | null;
  readonly isReady: () => Promise<Readonly<Record<string, boolean>>>;
}

/** Builds the app; listens to nothing. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { ctx, registry, sessions, features } = parts;
  const app = fastify({
    loggerInstance: ctx.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 250, ignoreTrailingSlash: false, caseSensitive: true },
    forceCloseConnections: 'idle',
    // 50 MB over a slow line take their time; headers have a shorter limit of their own.
    requestTimeout: 900_000,
    return503OnClosing: false,
    // An address that cannot be read at all reaches no route and no hook.
    frameworkErrors: (_error, request, reply) => { sendRefusal(request as never, reply as never, new DomainError('invalid-request')); },
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(compilers);
  app.setSerializerCompiler(serializers);
  app.decorateRequest('actor', null);
  app.decorateRequest('siteLanguage', null);
  settleSites(app, registry, ctx.config);
  answerErrors(app);
  refuseRoutesWithoutAccess(app);
  keepRawBodies(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'strict-origin-when-cross-origin').header('x-request-id', request.id);
    done();
  });
  await app.register(cookie);
  await app.register(cors, { delegator: corsFor(ctx) });
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], customTypes: /^text\/|json$|manifest/, brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } });
  await app.register(websocket, { options: { maxPayload: 64 * 1024 }, preClose: (done) => closeSockets(app, done) });
  await app.register(async (scope) => {
    for (const feature of features) {
      for (const one of feature.routes?.(ctx, sessions) ?? []) mountCall(scope, ctx, sessions, one);
      feature.files?.(scope, ctx, sessions);
    }
    await mountAssets(scope);
    mountSocket(scope, parts);
    mountPlatform(scope, parts);
    mountPages(scope, parts);
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new DomainError('not-found')));
  return app;
}

/** A route that does not say who may come does not start. */
export function refuseRoutesWithoutAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    // Answers of the cors plugin to a browser's question before a call.
    if (route.method === 'OPTIONS') return;
    if (!route.config?.call?.access && !route.config?.access) throw new Error(`${String(route.method)} ${route.url} declares no access.`);
    if (route.config?.access !== 'platform') return;
    route.onRequest = [
      (request, _reply, done) => done(isPlatformSide(request) ? undefined : new DomainError('not-found')),
      ...[route.onRequest ?? []].flat(),
    ];
  });
}

/** Providers sign the bytes they sent, so a notice's bytes are kept beside its JSON. */
function keepRawBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.routeOptions.url?.startsWith('/api/webhooks/')) request.rawBody = body;
    if (body.length === 0) return done(null, undefined);
    parse(request, body.toString('utf8') as never, done);
  });
}

/** A site's pages may call its `api.` host, without cookies. Nobody else's pages may. */
function corsFor(ctx: AppContext) {
  return (request: { headers: Record<string, string | string[] | undefined>; site?: unknown }, done: (error: Error | null, options: object) => void) => {
    const site = (request as { site?: { tenant?: { hosts: readonly string[] } } }).site;
    const origin = request.headers['origin'];
    const from = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : null;
    const isOwnPage = from !== null && site?.tenant?.hosts.includes(from.hostname) === true && from.protocol === `${ctx.config.publicScheme}:`;
    done(null, {
      origin: isOwnPage ? origin : false, credentials: false, maxAge: 600,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'accept-language', 'x-device-id', 'x-age-confirmed'],
    });
  };
}
