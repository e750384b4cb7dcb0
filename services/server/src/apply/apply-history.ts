import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@backlot/contracts';
import * as calls from '@backlot/contracts/memberships';
import type { TableOf } from '@backlot/database';
import { dayMs } from '@backlot/domain/formats/when';
import { v7 } from 'uuid';
import { createTwinControl } from '@backlot/payments/twin-control';
import type { AppContext } from '../context.ts';
import { findPeopleByEmail, type Person } from '../features/accounts/index.ts';
import { listDueRenewals, renewMembershipJob } from '../features/memberships/index.ts';
import { listImportedPosts } from '../features/posts/index.ts';
import { deleteSession, insertSession } from '../session/session-rows.ts';
import type { Tenant } from '../sites/tenant.ts';
import { askAs, type Ask } from './ask-as-person.ts';
import type { DeclaredSite } from './read-site.ts';

export interface DeclaredEvent {
  readonly person: string;
  readonly kind: 'subscription' | 'unlock' | 'cancel';
  /** Key of the post that was bought. */
  readonly post?: string;
  readonly reason?: string;
  readonly daysAgo: number;
}

const GOOD_CARDS = ['4242424242424242', '5555555555554444'] as const;

interface Past {
  readonly people: ReadonlyMap<string, Person>;
  readonly posts: ReadonlyMap<string, string>;
}

/**
 * What demo people did, done again by the very code that serves them, with
 * the clock where it was: purchases at the card provider's twin, renewals when
 * they came due. A fact that the rules refuse is passed over; one that was
 * done before is known by its key.
 */
export async function applyHistory(
  ctx: AppContext,
  tenant: Tenant,
  site: DeclaredSite,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isHistoryDue(ctx, tenant, site))) return;
  await untilForSale(ctx, tenant, site, signal);
  const past = await readPast(ctx, tenant, site);
  const start = ctx.clock.now().getTime();
  const events = site.history.toSorted((a, b) => b.daysAgo - a.daysAgo);
  for (const event of events) {
    if (signal.aborted) return;
    await happened(ctx, tenant, past, event, new Date(start - event.daysAgo * dayMs), signal);
    if (event.kind === 'subscription')
      await renewUntil(
        ctx,
        tenant,
        personOf(tenant, past, event).id,
        new Date(start - daysUntilCancelled(events, event) * dayMs),
      );
  }
  await ctx.database.tenants.write(tenant, (db) =>
    db('applied').insert({ name: 'history', applied_at: ctx.clock.now() }).onConflict('name').ignore(),
  );
}

export const isHistoryDue = async (ctx: AppContext, tenant: Tenant, site: DeclaredSite): Promise<boolean> =>
  site.history.length > 0 && !(await isApplied(ctx, tenant));

const isApplied = (ctx: AppContext, tenant: Tenant): Promise<boolean> =>
  ctx.database.tenants.read(
    tenant,
    async (db) => (await db('applied').where({ name: 'history' }).first('name')) !== undefined,
  );

const readPast = (ctx: AppContext, tenant: Tenant, site: DeclaredSite): Promise<Past> =>
  ctx.database.tenants.read(tenant, async (db) => {
    const posts = await listImportedPosts(db);
    return {
      people: await findPeopleByEmail(
        db,
        site.history.map(({ person }) => person),
      ),
      posts: new Map(posts.map((row) => [row.source_key, `${row.id} ${(row.amount_minor ?? 0) / 100}`])),
    };
  });

declare module 'knex/types/tables.js' {
  interface Tables {
    applied: TableOf<{ name: string; applied_at: Date }>;
  }
}

function personOf(tenant: Tenant, { people }: Past, { person: email }: DeclaredEvent): Person {
  const person = people.get(email.toLowerCase());
  if (!person) throw new Error(`tenants/${tenant.slug}: the history names ${email}, who is not among its people.`);
  return person;
}

/** How many days ago the membership that began here was cancelled; 0 when it still goes on. */
const daysUntilCancelled = (events: readonly DeclaredEvent[], { person, daysAgo }: DeclaredEvent): number =>
  Math.max(
    0,
    ...events
      .filter((other) => other.kind === 'cancel' && other.person === person && other.daysAgo < daysAgo)
      .map((other) => other.daysAgo),
  );

const at = (ctx: AppContext, now: Date): AppContext => ({ ...ctx, clock: { now: () => now } });

async function happened(
  ctx: AppContext,
  tenant: Tenant,
  past: Past,
  event: DeclaredEvent,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const person = personOf(tenant, past, event);
  const session = await enter(ctx, tenant, person.id);
  const act = async (attempt: number): Promise<void> => {
    const ask = untilSettled(
      askAs(at(ctx, now), tenant, { userId: person.id, sessionId: session }, event, attempt, now),
      signal,
    );
    switch (event.kind) {
      case 'subscription':
        return subscribe(ctx, ask, event, person);
      case 'unlock':
        return unlock(ask, event, past.posts);
      case 'cancel':
        await ask(calls.cancelSubscription, { ...(event.reason ? { reason: event.reason } : {}) });
    }
  };
  try {
    await tried(act);
  } catch (error) {
    if (!(error instanceof DomainError && passedOver.has(error.code))) throw error;
  } finally {
    await ctx.database.tenants.write(tenant, (db) => deleteSession(db, session));
  }
}

const TRIES = 3;

/** A sandbox that is too busy to answer charges nothing; the key of that purchase would tell of it at every start. */
async function tried(act: (attempt: number) => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt < TRIES; attempt += 1) {
    try {
      return await act(attempt);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'payment-failed')) throw error;
    }
  }
  return act(TRIES);
}

/** What is still pending is asked again, with its key, until the provider was asked what became of it. */
const untilSettled =
  (ask: Ask, signal: AbortSignal): Ask =>
  async (...call) => {
    for (;;) {
      const answer = await ask(...call);
      if (answer.data?.['state'] !== 'pending' || signal.aborted) return answer;
      await sleep(500);
    }
  };

/** Whoever pays has a session. Nobody gets a token of this one. */
async function enter(ctx: AppContext, tenant: Tenant, userId: string): Promise<string> {
  const [id, now] = [v7(), ctx.clock.now()];
  await ctx.database.tenants.write(tenant, (db) =>
    insertSession(db, {
      id,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + dayMs),
      address: null,
      user_agent: 'demo',
    }),
  );
  return id;
}

/** The day was not as the fact has it; anything else is a mistake of ours. */
const passedOver: ReadonlySet<string> = new Set([
  'membership-required',
  'content-already-unlocked',
  'already-subscribed',
  'not-subscribed',
  'not-found',
  // Begun before a stop: its key was used with another card token.
  'idempotency-key-reused',
]);

async function subscribe(ctx: AppContext, ask: Ask, { person: email }: DeclaredEvent, person: Person): Promise<void> {
  const { url, apiKey } = ctx.config.sandbox!;
  const token = await createTwinControl({ url, apiKey }).token(
    GOOD_CARDS[person.id.charCodeAt(person.id.length - 1) % 2]!,
  );
  const { data } = await ask(calls.membershipQuote, undefined);
  const [firstName = 'A', lastName = 'Fan'] = person.name.split(' ');
  await ask(calls.subscribe, {
    quote_id: data['quote_id'],
    consent: true,
    card: {
      token,
      email,
      address: '12 Mill Lane',
      country: 'US',
      state: 'OR',
      city: 'Portland',
      pincode: '97201',
      firstName,
      lastName,
    },
  });
}

/** Nobody can buy a post whose pictures are still to come. */
async function untilForSale(ctx: AppContext, tenant: Tenant, site: DeclaredSite, signal: AbortSignal): Promise<void> {
  const sold = new Set(site.history.flatMap(({ post }) => post ?? []));
  const isWaiting = async (): Promise<boolean> =>
    (await ctx.database.tenants.read(tenant, (db) => listImportedPosts(db))).some(
      (post) => sold.has(post.source_key) && post.media_waiting > 0,
    );
  while (!signal.aborted && (await isWaiting())) await sleep(250);
}

async function unlock(ask: Ask, event: DeclaredEvent, posts: ReadonlyMap<string, string>): Promise<void> {
  const [blogId, amount] = (posts.get(event.post ?? '') ?? '').split(' ');
  if (blogId) await ask(calls.buyPost, { blogId, amount: Number(amount) });
}

/**
 * The renewals of one person, each when it came due. At once after the purchase: a membership of the past is long due
 * for the server, whose own schedule would renew it with today's date.
 */
async function renewUntil(ctx: AppContext, tenant: Tenant, userId: string, until: Date): Promise<void> {
  for (let last = 0; ;) {
    const due = await ctx.database.tenants.read(tenant, (db) => listDueRenewals(db, until, 500, null));
    const own = due.find((renewal) => renewal.userId === userId);
    // One that did not succeed stays due.
    if (own === undefined || own.at.getTime() <= last) return;
    last = own.at.getTime();
    await renewMembershipJob.run({ ctx: at(ctx, own.at), tenant, payload: { userId }, attempt: 1, log: ctx.log });
  }
}
