import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { Booked } from './find-lies.ts';

interface Period {
  readonly user_id: string;
  readonly transaction_id: string | null;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly is_cut: boolean;
}

/**
 * Every month that was paid for and kept is there once, no two of a member's overlap, and members are those who paid
 * for today.
 */
export async function findMemberLies(db: TenantDb, rows: readonly Booked[], now: Date): Promise<string[]> {
  const lies: string[] = [];
  const periods = await sql<Period>`
    select s.user_id, p.transaction_id, p.starts_at, p.ends_at, p.cut_at is not null as is_cut
    from ${table('subscription_periods')} p join ${table('subscriptions')} s on s.id = p.subscription_id
    order by s.user_id, p.starts_at`.all(db);
  const paidBy = Map.groupBy(periods, ({ transaction_id: id }) => id);
  const kept = rows.filter(({ kind, cleared, reversed }) => kind !== 'post' && cleared > reversed);
  for (const { user_id: user, transaction_id: id, attempt_id: attempt } of kept) {
    const its = paidBy.get(id) ?? [];
    if (its.length === 0) lies.push(`a month of ${user} was paid by ${attempt} and is not there`);
    if (its.length > 1) lies.push(`${its.length} months of ${user} were paid by ${attempt}`);
    if (its.some((period) => period.is_cut)) lies.push(`a month of ${user} was paid by ${attempt} and was cut`);
  }
  const isPaid = new Set(kept.map(({ transaction_id: id }) => id));
  const running = periods.filter(({ is_cut }) => !is_cut);
  const members = new Set<string>();
  let before: Period | null = null;
  for (const period of running) {
    const { user_id: user, transaction_id: id, starts_at: from, ends_at: to } = period;
    if (before?.user_id === user && before.ends_at > from) lies.push(`${user} paid twice for ${from.toISOString()}`);
    // What is over was had, also where it was given back afterwards.
    if (to > now && !(id !== null && isPaid.has(id))) lies.push(`${user} is a member unpaid until ${to.toISOString()}`);
    if (to > now) members.add(user);
    before = period;
  }
  const believed = new Set((await db('subscriptions').whereNot({ status: '0' })).map((row) => row.user_id));
  for (const user of members) if (!believed.delete(user)) lies.push(`${user} paid for today and is no member`);
  for (const user of believed) lies.push(`${user} is a member and paid for nothing today`);
  return lies;
}
