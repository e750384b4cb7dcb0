import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { v7 } from 'uuid';

export type SubscriptionEventKind =
  | 'started'
  | 'given'
  | 'given_longer'
  | 'renewed'
  | 'renewal_failed'
  | 'renewal_retried'
  | 'cancelled'
  | 'cancel_undone'
  | 'expired'
  | 'stopped'
  | 'moved'
  /** Goes on with another account. */
  | 'migrated'
  | 'refunded'
  | 'charged_back'
  | 'revoked'
  /** The fan withdrew from the contract. */
  | 'withdrawn';

export interface SubscriptionEventRow {
  id: string;
  subscription_id: string;
  kind: SubscriptionEventKind;
  at: Date;
  status: string;
  ends_at: Date | null;
  transaction_id: string | null;
  facts: Record<string, unknown>;
}

/** What is written of a change. */
export interface EventDraft {
  readonly kind: SubscriptionEventKind;
  readonly transactionId?: string | null;
  readonly facts?: Record<string, unknown>;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    subscription_events: TableOf<SubscriptionEventRow>;
  }
}

const eventsOf = (userId: string): Sql =>
  sql`from ${table('subscription_events')} e join ${table('subscriptions')} s on s.id = e.subscription_id where s.user_id = ${userId}`;

/** How often something happened to a person's membership. */
export async function countMembershipEvents(db: TenantDb, userId: string): Promise<number> {
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${eventsOf(userId)}`.one(db);
  return total;
}

/** What happened to it, newest first. */
export const listMembershipEvents = (
  db: TenantDb,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Array<Pick<SubscriptionEventRow, 'kind' | 'at' | 'ends_at'>>> =>
  sql<Pick<SubscriptionEventRow, 'kind' | 'at' | 'ends_at'>>`
    select e.kind, e.at, e.ends_at ${eventsOf(userId)} order by e.at desc, e.id desc limit ${limit} offset ${offset}`.all(
    db,
  );

/** Whether a person withdrew from a membership after an instant (C15). */
export const hasWithdrawnSince = async (db: TenantDb, userId: string, since: Date): Promise<boolean> =>
  (await sql<{ id: string }>`
    select e.id ${eventsOf(userId)} and e.kind = 'withdrawn' and e.at > ${since} limit 1`.first(db)) !== null;

/** Of what a payment began, and ended with its time, that was asked for before its buyer left: nothing that they did. */
export const askedBeforeLeaving: Record<string, unknown> = { askedBeforeLeaving: true };

/**
 * Whether a person left their membership after an instant, by cancelling or withdrawing, and neither undid that nor bought
 * another since (C16). A chargeback that stops the membership as well changes nothing about it.
 */
export async function hasLeftSince(db: TenantDb, userId: string, since: Date): Promise<boolean> {
  const last = await sql<{ kind: SubscriptionEventKind }>`
    select e.kind ${eventsOf(userId)} and e.at > ${since} and e.kind in ('started', 'cancelled', 'cancel_undone', 'withdrawn')
      and e.facts ->> 'askedBeforeLeaving' is null
    order by e.at desc, e.id desc limit 1`.first(db);
  return last?.kind === 'cancelled' || last?.kind === 'withdrawn';
}

/** Kept with what a provider's charge, or a date of its own, changed: when that was, by the provider, and until when it lasts. */
export const saidBy = (at: Date, until?: Date): Record<string, unknown> => ({
  saidAt: at.toISOString(),
  ...(until === undefined ? {} : { until: until.toISOString() }),
});

/** Whether what a provider did to a membership after an instant is known already. */
export const hasBeenSaidSince = async (db: TenantDb, subscriptionId: string, since: Date): Promise<boolean> =>
  (await sql<{ id: string }>`
    select id from ${table('subscription_events')}
    where subscription_id = ${subscriptionId} and kind in ('renewed', 'moved') and (facts ->> 'saidAt')::timestamptz > ${since}
    limit 1`.first(db)) !== null;

/** Whether a stretch ends at the date that its own charge named, or that its provider moved it to, and not a month after it began. */
export const endsAsWasSaid = async (
  db: TenantDb,
  period: { readonly subscription_id: string; readonly transaction_id: string | null; readonly ends_at: Date | null },
): Promise<boolean> =>
  (await sql<{ id: string }>`
    select id from ${table('subscription_events')}
    where subscription_id = ${period.subscription_id} and (
      (kind = 'renewed' and transaction_id = ${period.transaction_id} and (facts ->> 'until')::timestamptz = ${period.ends_at})
      or (kind = 'moved' and ends_at = ${period.ends_at}))
    limit 1`.first(db)) !== null;

export async function addEvent(
  db: TenantDb,
  row: { readonly id: string; readonly status: string; readonly ends_at: Date | null },
  now: Date,
  { kind, transactionId, facts }: EventDraft,
): Promise<void> {
  await db('subscription_events').insert({
    id: v7(),
    subscription_id: row.id,
    kind,
    at: now,
    status: row.status,
    ends_at: row.ends_at,
    transaction_id: transactionId ?? null,
    facts: facts ?? {},
  });
}
