import type { TableName } from '@backlot/database';
import type { FastifyInstance } from 'fastify';
import type { Actor } from './actor.ts';
import type { CallRoute } from './call-route.ts';
import type { AppContext } from './context.ts';
import type { Sellable } from './features/checkout/index.ts';
import type { Job, PlatformJobDefinition } from './jobs/job.ts';
import type { MediaHolder } from './joints/media-holder.ts';
import type { CoinBooks } from './joints/coin-books.ts';
import type { OpenItems } from './joints/open-items.ts';
import type { PaymentHistory } from './joints/payment-history.ts';
import type { TagHolder } from './joints/tag-holder.ts';
import type { Sessions } from './session/sessions.ts';
import type { Tenant } from './sites/tenant.ts';

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
  /** The tables whose only statements are this feature's. */
  readonly tables?: readonly TableName[];
  readonly routes?: (ctx: AppContext, sessions: Sessions) => readonly CallRoute[];
  /** Routes that are no calls: files in and out. Each names its declaration: `config.door`. */
  readonly files?: (app: FastifyInstance, ctx: AppContext) => void;
  /** What is sold here. Checkout takes the money for it, in the name of its kind. */
  readonly sells?: readonly Sellable[];
  /** What people have paid or shown here, for accounts. */
  readonly paymentHistory?: PaymentHistory;
  /** What waits for staff here, beside checkout's own. */
  readonly openItems?: OpenItems;
  /** Of money that comes as coins, for checkout. */
  readonly coinBooks?: CoinBooks;
  readonly jobs?: readonly Job[];
  readonly platformJobs?: readonly PlatformJobDefinition[];
  /** What this feature has to say of the media it shows. */
  readonly holds?: MediaHolder;
  /** What carries tags here, for tags. */
  readonly tagged?: TagHolder;
  /** Data for pages of this feature; empty for others' paths. */
  readonly pageQueries?: (ctx: AppContext, page: PageRequest) => Promise<readonly PageQuery[]>;
}
