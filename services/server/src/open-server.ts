import type { Database } from '@backlot/database';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { features } from './features.ts';
import { startJobs, type JobRunner } from './jobs/runner.ts';
import { openContext } from './open-context.ts';
import type { RenderPage } from './plugins/pages.ts';
import { openRealtime, type Realtime } from './realtime/realtime.ts';
import { openSessions, type Sessions } from './session/sessions.ts';
import { openTokens } from './session/tokens.ts';
import { openTenantRegistry, type TenantRegistry } from './tenant-registry.ts';
import type { Logger } from 'pino';

export interface OpenServer {
  readonly app: FastifyInstance;
  readonly ctx: AppContext;
  readonly registry: TenantRegistry;
  readonly realtime: Realtime;
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
}

/** Most answers are given by then; it is shorter than a supervisor waits. */
const DRAIN_MS = 10_000;

/** The whole server, listening to nothing yet. */
export async function openServer(config: Config, options: ServerOptions): Promise<OpenServer> {
  const { ctx, close } = await openContext(config, options);
  const registry = await openTenantRegistry({ database: ctx.database, platformHost: config.platformHost, log: ctx.log });
  const tokens = await openTokens(ctx.secrets);
  const sessions = await openSessions({ database: ctx.database, tokens, clock: ctx.clock, hours: config.sessionHours });
  const realtime = await openRealtime({ database: ctx.database, registry, log: ctx.log });
  sessions.onChange((change) => realtime.review(change));
  const stopNews = await ctx.database.listen('settings_changed', (id) => {
    const tenant = registry.byId(id);
    if (tenant) realtime.broadcast(tenant, { event: 'SETTINGS_CHANGED', data: { version: Date.now() } });
  });
  let jobs: JobRunner | null = null;
  const app = await buildApp({
    ctx, registry, sessions, realtime, features,
    renderPage: options.renderPage === undefined ? await loadPages() : options.renderPage,
    isReady: async () => {
      // Asked of the database: a migration of the fleet tells nobody of each tenant. One site whose migration failed
      // runs on its old version and keeps nobody else's traffic away.
      const waiting = await ctx.database.shared.read(async (db) => await db('tenants').where({ migration_status: 'pending' }).first('id') ?? null).catch(() => undefined);
      return { database: waiting !== undefined, migrations: waiting === null, jobs: !config.runJobs || (jobs?.isRunning() ?? false) };
    },
  });
  if (config.runJobs) jobs = await startJobs({ ctx, registry, features, schedules: options.schedules ?? true });
  return {
    app, ctx, registry, realtime, sessions, get jobs() { return jobs; },
    async close() {
      await realtime.close();
      const hurry = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await app.close();
      clearTimeout(hurry);
      await jobs?.stop();
      await stopNews();
      await sessions.close();
      await registry.close();
      await close();
    },
  };
}

/** The built front end's own renderer; null until it has been built. */
async function loadPages(): Promise<RenderPage | null> {
  const bundle = new URL('../../web/dist/server/entry-server.js', import.meta.url);
  if (!existsSync(fileURLToPath(bundle))) return null;
  const { renderPage } = await import(bundle.href) as { renderPage: RenderPage };
  return renderPage;
}
