import type { Database } from '@backlot/database';
import { listEventsAfter } from '@backlot/database/shared-functions';
import { openRealtime, type Realtime } from '@backlot/realtime/realtime';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../app.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { Feature } from '../feature.ts';
import { features as allFeatures } from '../features.ts';
import { startJobs, type JobRunner } from '../jobs/runner.ts';
import type { TracedServer } from './log-fields.ts';
import { openContext } from './open-context.ts';
import { buildOperationsApp } from './operations-app.ts';
import { openReadiness } from './readiness.ts';
import type { RenderPage } from '../plugins/pages.ts';
import { openRequestCounts } from '../plugins/request-counts.ts';
import type { BodyTimes } from '../plugins/slow-bodies.ts';
import { openSessions, type Sessions } from '../session/sessions.ts';
import { openTokens } from '../session/tokens.ts';
import type { Tenant } from '../sites/tenant.ts';
import { isOpenSite, openTenantRegistry, type TenantRegistry } from '../sites/tenant-registry.ts';
import type { Logger } from 'pino';

export interface OpenServer {
  readonly app: FastifyInstance;
  /** In production: the page for whoever runs it, for a listener of its own on 127.0.0.1. */
  readonly operations: FastifyInstance | null;
  readonly ctx: AppContext;
  readonly registry: TenantRegistry;
  readonly realtime: Realtime<Tenant>;
  readonly sessions: Sessions;
  readonly jobs: JobRunner | null;
  /** Drains: no new requests, running ones and jobs finish, then everything is closed. An upload that takes too long is cut off. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Migrated; closed by whoever opened it. */
  database: Database;
  clock?: Clock;
  log?: Logger;
  /** Null for tests of routes, which need no pages. */
  renderPage?: RenderPage | null;
  schedules?: boolean;
  /** Absent: all of `features.ts`. */
  features?: readonly Feature[];
  /** For tests of slow bodies. */
  bodyTimes?: Partial<BodyTimes>;
}

/** Most answers are given by then; it is shorter than a supervisor waits. */
const DRAIN_MS = 10_000;

/** The whole server, listening to nothing yet. */
export async function openServer(config: Config, options: ServerOptions): Promise<OpenServer> {
  const features = options.features ?? allFeatures;
  const { ctx, close } = await openContext(config, options);
  const registry = await openTenantRegistry({
    database: ctx.database,
    platformHost: config.platformHost,
    log: ctx.log,
  });
  const tokens = await openTokens(ctx.secrets);
  const sessions = await openSessions({ database: ctx.database, tokens, clock: ctx.clock, hours: config.sessionHours });
  const realtime = await openRealtime<Tenant>({
    database: ctx.database,
    bus: ctx.bus,
    eventsAfter: (tenant, recipient, lastId) =>
      ctx.database.tenants.read(tenant, (db) => listEventsAfter(db, recipient, lastId)),
    onError: (error) => ctx.log.error({ err: error }, 'open sockets could not be told'),
  });
  sessions.onChange((change) => realtime.review(change));
  registry.onReload(() => realtime.reviewSites((siteId) => isOpenSite(registry.byId(siteId))));
  let jobs: JobRunner | null = null;
  const isReady = openReadiness(ctx, () => jobs);
  const requests = openRequestCounts();
  const app = await buildApp({
    ctx,
    registry,
    sessions,
    realtime,
    features,
    ...(options.bodyTimes ? { bodyTimes: options.bodyTimes } : {}),
    renderPage: options.renderPage === undefined ? await loadPages() : options.renderPage,
    isReady,
    requests,
  });
  const operations =
    config.operationsPort === null ? null : await buildOperationsApp({ ctx, registry, realtime, isReady, requests });
  if (config.runJobs) jobs = await startJobs({ ctx, registry, features, schedules: options.schedules ?? true });
  return {
    app,
    operations,
    ctx,
    registry,
    realtime,
    sessions,
    get jobs() {
      return jobs;
    },
    async close() {
      await realtime.close();
      const hurry = setTimeout(() => (app.server as TracedServer).destroyConnections(), DRAIN_MS);
      // A line whose last request is answered from now on would stay open for the next one.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
      await app.close();
      clearInterval(sweep);
      await operations?.close();
      clearTimeout(hurry);
      await jobs?.stop();
      await sessions.close();
      await registry.close();
      await close();
    },
  };
}

/** The built front end's own renderer; null until it has been built. */
async function loadPages(): Promise<RenderPage | null> {
  const bundle = new URL('../../../web/dist/server/entry-server.js', import.meta.url);
  if (!existsSync(fileURLToPath(bundle))) return null;
  const { renderPage } = (await import(bundle.href)) as { renderPage: RenderPage };
  return renderPage;
}
