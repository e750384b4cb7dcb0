import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, type CallDefinition } from '@backlot/contracts';
import * as calls from '@backlot/contracts/memberships';
import type { TableOf } from '@backlot/database';
import { createTwinControl } from '@backlot/payments/twin-control';
import type { Actor } from '../actor.ts';
import type { CallRequest } from '../call-route.ts';
import type { AppContext } from '../context.ts';
import { checkoutFeature } from '../features/checkout/index.ts';
import { listDueRenewals, membershipsFeature } from '../features/memberships/index.ts';
import { countUnfinished } from '../features/posts/index.ts';
import type { JobDefinition } from '../job.ts';
import type { Tenant } from '../tenant.ts';
import type { DeclaredSite } from './read-site.ts';

export interface DeclaredEvent {
  readonly person: string;
  readonly kind: 'subscription' | 'unlock' | 'cancel';
  /** Key of the post that was bought. */
  readonly post?: string;
  readonly reason?: string;
  readonly daysAgo: number;
}

const DAY_MS = 86_400_000;
const GOOD_CARDS = ['4242424242424242', '5555555555554444'] as const;

interface Past { readonly people: ReadonlyMap<string, string>; readonly posts: ReadonlyMap<string, string> }

/**
 * What demo people did, done again by the very code that serves them, with
 * the clock where it was: purchases at the card provider's twin, renewals as
 * their days come. A fact that the rules refuse is passed over; one that was
 * done before is known by its key.
 */
export async function applyHistory(ctx: AppContext, tenant: Tenant, site: DeclaredSite, signal: AbortSignal): Promise<void> {
  if (site.history.length === 0 || await isApplied(ctx, tenant)) return;
  // Nobody can buy a post whose pictures are still to come.
  while (!signal.aborted && (await ctx.database.tenants.read(tenant, (db) => countUnfinished(db, ctx.clock.now()))).processing > 0) await sleep(500);
  const past = await readPast(ctx, tenant);
  const start = ctx.clock.now().getTime();
  const events = site.history.toSorted((a, b) => b.daysAgo - a.daysAgo);
  let renewedUntil = start - (events[0]?.daysAgo ?? 0) * DAY_MS;
  for (const event of events) {
    if (signal.aborted) return;
    const at = start - event.daysAgo * DAY_MS;
    for (; renewedUntil + DAY_MS <= at; renewedUntil += DAY_MS) await renewAt(ctx, tenant, new Date(renewedUntil));
    await happened(ctx, tenant, past, event, new Date(at));
  }
  for (; renewedUntil <= start; renewedUntil += DAY_MS) await renewAt(ctx, tenant, new Date(renewedUntil));
  await ctx.database.tenants.write(tenant, (db) => db('applied').insert({ name: 'history', applied_at: ctx.clock.now() }).onConflict('name').ignore());
}

const isApplied = (ctx: AppContext, tenant: Tenant): Promise<boolean> =>
  ctx.database.tenants.read(tenant, async (db) => await db('applied').where({ name: 'history' }).first('name') !== undefined);

const readPast = (ctx: AppContext, tenant: Tenant): Promise<Past> => ctx.database.tenants.read(tenant, async (db) => {
  const people = await db('users').select('id', 'email_key');
  const posts = await db('posts').whereNotNull('source_key').select('id', 'source_key', 'amount_minor');
  return {
    people: new Map(people.map((row) => [row.email_key, row.id])),
    posts: new Map(posts.map((row) => [row.source_key ?? '', `${row.id} ${(row.amount_minor ?? 0) / 100}`])),
  };
});

declare module 'knex/types/tables.js' {
  interface Tables {
    applied: TableOf<{ name: string; applied_at: Date }>;
  }
}

const at = (ctx: AppContext, now: Date): AppContext => ({ ...ctx, clock: { now: () => now } });

async function happened(ctx: AppContext, tenant: Tenant, { people, posts }: Past, event: DeclaredEvent, now: Date): Promise<void> {
  const userId = people.get(event.person.toLowerCase());
  if (!userId) throw new Error(`tenants/${tenant.slug}: the history names ${event.person}, who is not among its people.`);
  const ask = asker(at(ctx, now), tenant, userId, event, now);
  try {
    switch (event.kind) {
      case 'subscription': await subscribe(ctx, ask, event, userId); break;
      case 'unlock': await unlock(ask, event, posts); break;
      case 'cancel': await ask(calls.cancelSubscription, { ...(event.reason ? { reason: event.reason } : {}) }); break;
    }
  } catch (error) {
    if (!(error instanceof DomainError && passedOver.has(error.code))) throw error;
  }
}

/** The day was not as the fact has it; anything else is a mistake of ours. */
const passedOver: ReadonlySet<string> = new Set(['membership-required', 'content-already-unlocked', 'already-subscribed', 'not-subscribed', 'not-found',
  // Begun before a stop: its key was used with another card token.
  'idempotency-key-reused']);

type Ask = (call: CallDefinition, body: unknown, query?: unknown) => Promise<{ data: Record<string, unknown> }>;

/** Calls a feature's own handler as the person at that moment. */
function asker(ctx: AppContext, tenant: Tenant, userId: string, event: DeclaredEvent, now: Date): Ask {
  const routes = [...checkoutFeature.routes!(ctx, null as never), ...membershipsFeature.routes!(ctx, null as never)];
  const actor: Actor = {
    userId, identityId: null, sessionId: userId, role: 'user', email: event.person, name: event.person, language: 'en', trueAuthor: userId,
  };
  return async (call, body, query) => {
    const { handle } = routes.find((route) => route.call === call)!;
    const request: CallRequest<CallDefinition> = {
      tenant, actor: actor as never, body: body as never, query: query as never, params: undefined as never, rawBody: null, headers: {},
      address: '198.51.100.20', userAgent: 'demo', deviceId: null, idempotencyKey: `demo-${event.person}-${event.kind}-${event.post ?? ''}-${event.daysAgo}`,
      language: 'en', requestId: 'demo', now, onPageHost: false, apiBase: '', pageBase: '',
    };
    return await handle(request as never) as { data: Record<string, unknown> };
  };
}

async function subscribe(ctx: AppContext, ask: Ask, { person }: DeclaredEvent, userId: string): Promise<void> {
  const { url, apiKey } = ctx.config.sandbox!;
  const token = await createTwinControl({ url, apiKey }).token(GOOD_CARDS[userId.charCodeAt(userId.length - 1) % 2]!);
  const { data } = await ask(calls.membershipQuote, undefined);
  const [firstName = 'A', lastName = 'Fan'] = (person.split('@')[0] ?? '').split('.').map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  await ask(calls.subscribe, {
    quote_id: data['quote_id'], consent: true,
    card: { token, email: person, address: '12 Mill Lane', country: 'US', state: 'OR', city: 'Portland', pincode: '97201', firstName, lastName },
  });
}

async function unlock(ask: Ask, event: DeclaredEvent, posts: ReadonlyMap<string, string>): Promise<void> {
  const [blogId, amount] = (posts.get(event.post ?? '') ?? '').split(' ');
  if (blogId) await ask(calls.buyPost, { blogId, amount: Number(amount) });
}

async function renewAt(ctx: AppContext, tenant: Tenant, now: Date): Promise<void> {
  const then = at(ctx, now);
  const renew = checkoutFeature.jobs!.find(({ name }) => name === 'renew-membership') as unknown as JobDefinition<{ userId: string }>;
  for (const { userId } of await ctx.database.tenants.read(tenant, (db) => listDueRenewals(db, now, 500, null))) {
    await renew.run({ ctx: then, tenant, payload: { userId }, attempt: 1, log: ctx.log });
  }
}
