import type { TenantDb } from '@backlot/database';

/** A purchase that is open to its buyer. */
export interface PostPurchase {
  readonly id: string;
  readonly contentId: string;
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
}
export interface PurchasePlace { readonly at: Date; readonly id: string }

/** What a person bought and still has, the latest first, along one index. */
export async function listPostPurchases(db: TenantDb, userId: string, after: PurchasePlace | null, limit: number): Promise<PostPurchase[]> {
  const { rows } = await db.raw<{ rows: PostPurchase[] }>(
    `select e.id, e.content_id as "contentId", e.granted_at as at, coalesce(paid.amount, 0)::bigint as "amountMinor", coalesce(paid.currency, '') as currency
     from (
       select * from ?? where user_id = ? and kind = 'post' and revoked_at is null ${after ? 'and (granted_at, id) < (?, ?)' : ''}
       order by granted_at desc, id desc limit ?
     ) e left join lateral (
       select sum(l.amount_minor) as amount, min(l.currency) as currency from ?? l where l.transaction_id = e.cause_transaction_id and l.amount_minor > 0
     ) paid on true order by e.granted_at desc, e.id desc`,
    [db.table('entitlements'), userId, ...(after ? [after.at, after.id] : []), limit, db.table('ledger_entries')] as never);
  return rows;
}

export async function countPostPurchases(db: TenantDb, userId: string): Promise<number> {
  const row = await db('entitlements').where({ user_id: userId, kind: 'post' }).whereNull('revoked_at').count({ count: '*' }).first();
  return Number(row?.['count'] ?? 0);
}

export interface PostSales {
  /** Paid purchases, also those that were taken back since. */
  readonly sold: number;
  /** What came in, less what went back. */
  readonly earnedMinor: number;
}

/** What these posts sold; those that sold nothing are absent. */
export async function salesOfPosts(db: TenantDb, contentIds: readonly string[]): Promise<ReadonlyMap<string, PostSales>> {
  if (contentIds.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: Array<PostSales & { contentId: string }> }>(
    `select content_id as "contentId", sum(sold)::int as sold, sum(minor)::bigint as "earnedMinor" from (
       select content_id, count(*) as sold, sum(amount_minor) as minor from ??
       where kind = 'post' and state = 'succeeded' and content_id = any (?::uuid[]) group by content_id
       union all
       select i.content_id, 0, -r.amount_minor from ?? r join ?? a on a.id = r.attempt_id join ?? i on i.id = a.intent_id
       where r.state = 'succeeded' and i.kind = 'post' and i.state = 'succeeded' and i.content_id = any (?::uuid[])
     ) moved group by content_id`,
    [db.table('payment_intents'), [...contentIds], db.table('payment_reversals'), db.table('payment_attempts'), db.table('payment_intents'), [...contentIds]] as never);
  return new Map(rows.map(({ contentId, ...sales }) => [contentId, sales]));
}

/** A purchase as a report has it. */
export interface Sale {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly contentId: string;
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
  /** Null while the buyer has it. */
  readonly takenBack: 'refund' | 'chargeback' | 'staff' | null;
}

/** Who bought these posts, the latest first, with the number of all. */
export async function listSales(db: TenantDb, contentIds: readonly string[], limit: number, offset: number): Promise<{ sales: Sale[]; total: number }> {
  if (contentIds.length === 0) return { sales: [], total: 0 };
  const { rows } = await db.raw<{ rows: Array<Sale & { total: number }> }>(
    `select i.id, i.user_id as "userId", u.name, u.email, i.content_id as "contentId", i.settled_at as at, i.amount_minor as "amountMinor", i.currency, (
       select e.revoke_reason from ?? a join ?? t on t.cause_type = 'attempt' and t.cause_id = a.id and t.kind = 'sale' join ?? e on e.cause_transaction_id = t.id
       where a.intent_id = i.id limit 1) as "takenBack", i.total
     from (
       select *, count(*) over ()::int as total from ?? where kind = 'post' and state = 'succeeded' and content_id = any (?::uuid[])
       order by settled_at desc, id desc limit ? offset ?
     ) i join ?? u on u.id = i.user_id order by i.settled_at desc, i.id desc`,
    [db.table('payment_attempts'), db.table('ledger_transactions'), db.table('entitlements'), db.table('payment_intents'), [...contentIds], limit, offset, db.table('users')] as never);
  return { sales: rows.map(({ total: _total, ...sale }) => sale), total: rows[0]?.total ?? 0 };
}
