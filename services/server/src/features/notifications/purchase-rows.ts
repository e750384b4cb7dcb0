import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { StoredRole } from '@backlot/contracts';
import { people, staff } from '../accounts/index.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    purchase_news: TableOf<{ told_until: Date; told_at: Date }>;
  }
}

/** Somebody bought something: its name is known to what sells it. */
export interface PurchaseNotice {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly contentId: string | null;
  readonly at: Date;
}

/** False on the schema of the version before. Not within a transaction. */
export async function keepsPurchaseNews(db: TenantDb): Promise<boolean> {
  try {
    await findToldUntil(db);
    return true;
  } catch (error) {
    if (isUndefinedTable(error)) return false;
    throw error;
  }
}

/** Up to when purchases were mailed; null before they were ever wanted. */
export const findToldUntil = async (db: TenantDb): Promise<Date | null> =>
  (await db('purchase_news').orderBy('told_until', 'desc').first('told_until'))?.told_until ?? null;

/** Whether this stretch was not told before. */
export const noteTold = async (db: TenantDb, until: Date, now: Date): Promise<boolean> =>
  (await db('purchase_news').insert({ told_until: until, told_at: now }).onConflict().ignore().returning('told_until'))
    .length === 1;

/** Purchases after `from`, up to and with `until`, the newest first, with the number of all. */
export async function listPurchasesWithin(
  db: TenantDb,
  { from, until, limit }: { readonly from: Date; readonly until: Date; readonly limit: number },
): Promise<{ readonly purchases: readonly PurchaseNotice[]; readonly total: number }> {
  const rows = await sql<PurchaseNotice & { total: number }>`
    select n.*, u.name, u.email from (
      select id, user_id as "userId", content_id as "contentId", created_at as at, (count(*) over ())::int as total
      from ${table('notices')} where kind = 'purchased' and created_at > ${from} and created_at <= ${until}
      order by created_at desc, id desc limit ${limit}
    ) n join ${people} u on u.id = n."userId" order by n.at desc, n.id desc`.all(db);
  return { purchases: rows, total: rows[0]?.total ?? 0 };
}

/** A page of them, the newest first, after one that was read before. */
export const listPurchaseNotices = (
  db: TenantDb,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<PurchaseNotice[]> =>
  sql<PurchaseNotice>`
    select n.*, u.name, u.email from (
      select id, user_id as "userId", content_id as "contentId", created_at as at from ${table('notices')}
      where kind = 'purchased'
        ${after === null ? sql.empty : sql`and (created_at, id) < (select created_at, id from ${table('notices')} where id = ${after})`}
      order by created_at desc, id desc limit ${limit}
    ) n join ${people} u on u.id = n."userId" order by n.at desc, n.id desc`.all(db);

/** Whoever works for the site, at most fifty. */
export const listStaff = (db: TenantDb): Promise<ReadonlyArray<{ readonly id: string; readonly role: StoredRole }>> =>
  sql<{ id: string; role: StoredRole }>`select id, role from ${staff} s order by created_at, id limit 50`.all(db);

/** When this person last looked at the list of purchases, or when their account began. */
export const lookedAt = async (db: TenantDb, userId: string): Promise<Date | null> =>
  (
    await sql<{ at: Date }>`
      select coalesce(r.read_at, u.created_at) as at from ${people} u
      left join ${table('notice_reads')} r on r.user_id = u.id and r.kind = 'purchased' where u.id = ${userId}`.first(
      db,
    )
  )?.at ?? null;
