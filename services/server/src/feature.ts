import type { FastifyInstance } from 'fastify';
import type { Actor } from './actor.ts';
import type { CallRoute } from './call-route.ts';
import type { AppContext } from './context.ts';
import type { JobDefinition, PlatformJobDefinition } from './job.ts';
import type { Sessions } from './session/sessions.ts';
import type { Tenant } from './tenant.ts';

/** Data that a page's first picture needs, by query key. */
export interface PageQuery {
  readonly key: readonly unknown[];
  readonly data: unknown;
}

export interface PageRequest {
  readonly tenant: Tenant;
  readonly actor: Actor | null;
  /** Path without query, `/feed/…`. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly now: Date;
  readonly language: string;
}

/** What a feature's top (`features/<name>/index.ts`) gives to `app.ts` and `worker.ts`. */
export interface Feature {
  readonly name: string;
  readonly routes?: (ctx: AppContext, sessions: Sessions) => readonly CallRoute[];
  /** Routes that are no calls: files in and out. Each declares `config.access`. */
  readonly files?: (app: FastifyInstance, ctx: AppContext, sessions: Sessions) => void;
  readonly jobs?: readonly JobDefinition<never>[];
  readonly platformJobs?: readonly PlatformJobDefinition[];
  /** Data for pages of this feature; empty for others' paths. */
  readonly pageQueries?: (ctx: AppContext, page: PageRequest) => Promise<readonly PageQuery[]>;
}
