import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import websocket from '@fastify/websocket';
import { DomainError } from '@backlot/contracts';
import { doors } from '@backlot/contracts/http/doors';
import type { Realtime } from '@backlot/realtime/realtime';
import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import { guardRoutes } from './admit/admit.ts';
import type { AppContext } from './context.ts';
import type { Feature } from './feature.ts';
import { TracedServer } from './process/log-fields.ts';
import { answerErrors, sendRefusal } from './plugins/answers.ts';
import { bindCookies } from './plugins/cookies.ts';
import { ownTarget, settleSites } from './plugins/sites-of-requests.ts';
import { mountAssets } from './plugins/assets.ts';
import { openKeptAnswers } from './plugins/guests/kept-answers.ts';
import { mountCall } from './plugins/mount-calls.ts';
import { mountPages, type RenderPage } from './plugins/pages.ts';
import { isFromOwnPage } from './plugins/own-origin.ts';
import { collectRoutes } from './plugins/describe.ts';
import { mountPlatform } from './plugins/platform-side.ts';
import type { RequestCounts } from './plugins/request-counts.ts';
import { logRequests, nameRequests } from './plugins/request-lines.ts';
import { boundSlowBodies, type BodyTimes } from './plugins/slow-bodies.ts';
import { closeSockets, mountSocket } from './plugins/socket.ts';
import { setSecurityHeaders } from './plugins/security-headers.ts';
import type { Readiness } from './process/readiness.ts';
import type { Sessions } from './session/sessions.ts';
import type { Tenant } from './sites/tenant.ts';
import type { TenantRegistry } from './sites/tenant-registry.ts';
import { compilers, serializers } from './plugins/validation.ts';

export interface AppDependencies {
  readonly ctx: AppContext;
  readonly registry: TenantRegistry;
  readonly sessions: Sessions;
  readonly realtime: Realtime<Tenant>;
  readonly features: readonly Feature[];
  readonly renderPage: RenderPage | null;
  readonly isReady: () => Promise<Readiness>;
  readonly requests: RequestCounts;
  readonly bodyTimes?: Partial<BodyTimes>;
}

/** Milliseconds. Lines that say nothing, or take nothing of their answer, do not stay. */
const lineTimes = { headersTimeout: 15_000, keepAliveTimeout: 72_000, idle: 120_000, requestTimeout: 900_000 };

/** Builds the app; listens to nothing. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { ctx, registry, sessions, features } = dependencies;
  const app = fastify({
    loggerInstance: ctx.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 250, ignoreTrailingSlash: false, caseSensitive: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handle) => {
      // The bytes of a film over a slow line take their time; `boundSlowBodies` sees that they come.
      const server = new TracedServer(
        {
          headersTimeout: lineTimes.headersTimeout,
          requestTimeout: lineTimes.requestTimeout,
          keepAliveTimeout: lineTimes.keepAliveTimeout,
          connectionsCheckingInterval: 5_000,
        },
        handle as never,
      );
      return server.setTimeout(lineTimes.idle);
    },
    rewriteUrl: ownTarget,
    // Lines carry their request's id by themselves (log-fields.ts).
    childLoggerFactory: (logger) => logger,
    // An address that cannot be read at all reaches no route and no hook.
    frameworkErrors: (_error, request, reply) => {
      sendRefusal(request as never, reply as never, new DomainError('invalid-request'));
    },
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(compilers);
  app.setSerializerCompiler(serializers);
  logRequests(app, ctx, dependencies.requests);
  settleSites(app, registry, ctx.config);
  nameRequests(app);
  boundSlowBodies(app, ctx, dependencies.bodyTimes);
  answerErrors(app);
  guardRoutes(app, dependencies);
  const routes = collectRoutes(app);
  readEmptyBodies(app);
  await setSecurityHeaders(app, ctx.config);
  await app.register(cookie);
  bindCookies(app, ctx);
  await app.register(cors, { delegator: corsFor(ctx) });
  await app.register(compress, {
    threshold: 1_024,
    // To hand so little to another thread, piece by piece, holds this one as long as to compress it: 1.2 against 0.4 ms.
    syncThreshold: 65_536,
    encodings: ['br', 'gzip'],
    customTypes: /^text\/|json$|manifest/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(websocket, { options: { maxPayload: 64 * 1024 }, preClose: (done) => closeSockets(app, done) });
  const kept = openKeptAnswers(ctx.clock);
  // Whoever changed something sees it at once, as far as this process changed it.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (changesSomething(request) && reply.statusCode < 400 && 'tenant' in request.site)
      kept.touch(request.site.tenant.id);
    done();
  });
  await app.register(async (scope) => {
    for (const feature of features) {
      for (const one of feature.routes?.(ctx, sessions) ?? []) mountCall(scope, ctx, one, kept);
      feature.files?.(scope, ctx);
    }
    await mountAssets(scope);
    mountSocket(scope, dependencies);
    mountPlatform(scope, dependencies, routes);
    mountPages(scope, dependencies, kept);
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new DomainError('not-found')));
  return app;
}

/** Asking changes nothing, nor do browsers' reports of what a page was kept from. */
const changesSomething = ({ method, routeOptions }: FastifyRequest): boolean =>
  !/^(?:GET|HEAD|OPTIONS)$/.test(method) && routeOptions.config.door !== doors.policyReport;

/** A JSON body may be empty. */
function readEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    parse(request, body.toString('utf8') as never, done);
  });
}

/** A site's pages may call its `api.` host, without cookies. Nobody else's pages may. */
function corsFor(ctx: AppContext) {
  return (request: FastifyRequest, done: (error: Error | null, options: object) => void) => {
    done(null, {
      origin: isFromOwnPage(request, ctx) ? request.headers.origin : false,
      credentials: false,
      maxAge: 600,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['x-settings-version', 'x-request-id', 'retry-after'],
      allowedHeaders: [
        'authorization',
        'content-type',
        'idempotency-key',
        'accept-language',
        'x-device-id',
        'x-age-confirmed',
      ],
    });
  };
}
