import { DomainError, type CallDefinition } from '@backlot/contracts';
import * as calls from '@backlot/contracts/memberships';
import { createTwinControl } from '@backlot/payments/twin-control';
import type { Actor } from '../actor.ts';
import type { CallRequest } from '../call-route.ts';
import type { AppContext } from '../context.ts';
import { checkoutFeature } from '../features/checkout/index.ts';
import { listDueRenewals, membershipsFeature } from '../features/memberships/index.ts';
import type { JobDefinition } from '../job.ts';
import type { Tenant } from '../tenant.ts';

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

interface History { readonly people: ReadonlyMap<string, string>; readonly posts: ReadonlyMap<string, string>; readonly events: readonly DeclaredEvent[] }

/**
 * What demo people did, done again by the very code that serves them, with
 * the clock where it was: purchases at the card provider's twin, renewals as
 * their days come. Once a site; a fact that the rules refuse is passed over.
 */
export async function applyHistory(ctx: AppContext, tenant: Tenant, history: History): Promise<number> {
  if (ctx.config.sandbox === null || await hasPayments(ctx, tenant)) return 0;
  const start = ctx.clock.now().getTime();
  const events = history.events.toSorted((a, b) => b.daysAgo - a.daysAgo);
  let done = 0;
  let renewedUntil = start - (events[0]?.daysAgo ?? 0) * DAY_MS;
  for (const event of events) {
    const at = start - event.daysAgo * DAY_MS;
    for (; renewedUntil + DAY_MS <= at; renewedUntil += DAY_MS) await renewAt(ctx, tenant, new Date(renewedUntil));
    if (await happened(ctx, tenant, history, event, new Date(at))) done += 1;
  }
  for (; renewedUntil <= start; renewedUntil += DAY_MS) await renewAt(ctx, tenant, new Date(renewedUntil));
  return done;
}

const hasPayments = (ctx: AppContext, tenant: Tenant): Promise<boolean> =>
  ctx.database.tenants.read(tenant, async (db) => await db('payment_intents').first('id') !== undefined);

const at = (ctx: AppContext, now: Date): AppContext => ({ ...ctx, clock: { now: () => now } });

async function happened(ctx: AppContext, tenant: Tenant, { people, posts }: History, event: DeclaredEvent, now: Date): Promise<boolean> {
  const userId = people.get(event.person.toLowerCase());
  if (!userId) throw new Error(`tenants/${tenant.slug}: the history names ${event.person}, who is not among its people.`);
  const ask = asker(at(ctx, now), tenant, userId, event, now);
  try {
    switch (event.kind) {
      case 'subscription': await subscribe(ctx, ask, event, userId); break;
      case 'unlock': await unlock(ask, event, posts); break;
      case 'cancel': await ask(calls.cancelSubscription, { ...(event.reason ? { reason: event.reason } : {}) }); break;
    }
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

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
    card: { token, email: person, address: '12 Mill Lane', country: 'GB', city: 'Leeds', pincode: 'LS1 4AA', firstName, lastName },
  });
}

async function unlock(ask: Ask, event: DeclaredEvent, posts: ReadonlyMap<string, string>): Promise<void> {
  const [blogId, amount] = (posts.get(event.post ?? '') ?? '').split(' ');
  if (blogId) await ask(calls.buyPost, { blogId, amount: Number(amount) });
}

async function renewAt(ctx: AppContext, tenant: Tenant, now: Date): Promise<void> {
  const then = at(ctx, now);
  const renew = checkoutFeature.jobs!.find(({ name }) => name === 'renew-membership') as unknown as JobDefinition<{ userId: string }>;
  for (const userId of await ctx.database.tenants.read(tenant, (db) => listDueRenewals(db, now, 500))) {
    await renew.run({ ctx: then, tenant, payload: { userId }, attempt: 1, log: ctx.log });
  }
}
