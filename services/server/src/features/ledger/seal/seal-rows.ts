import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { createHash } from 'node:crypto';

export interface SealRow {
  readonly number: number;
  /** YYYY-MM-DD, on the site's calendar. */
  readonly day: string;
  readonly transactionCount: number;
  readonly head: Buffer;
}

/** A transaction as it stands in the books now. */
export interface Line {
  readonly id: string;
  /** All that it says, its entries in the order of their accounts. */
  readonly text: string;
}

export interface SealedLine {
  readonly id: string;
  readonly digest: Buffer;
  /** Null when the transaction is gone. */
  readonly text: string | null;
}

// An entry of nobody reads as it did before entries named people: what was sealed then is as it was sealed.
const textOf = sql`concat_ws('|', t.id, t.kind, t.cause_type, t.cause_id, coalesce(t.reverses_id::text, '-'), coalesce(t.user_id::text, '-'),
  t.entry_count, extract(epoch from t.at), extract(epoch from t.recorded_at), (
    select string_agg(concat_ws(':', e.account_id, a.kind, a.detail, a.currency, e.amount_minor, e.currency, e.user_id), '|' order by e.account_id)
    from ${table('ledger_entries')} e left join ${table('ledger_accounts')} a on a.id = e.account_id where e.transaction_id = t.id))`;

const sealColumns = sql`number, to_char(day, 'YYYY-MM-DD') as day, transaction_count as "transactionCount", head`;

export const lastSeal = (db: TenantDb): Promise<SealRow | null> =>
  sql<SealRow>`select ${sealColumns} from ${table('ledger_seals')} order by number desc limit 1`.first(db);

/** Those from a number on, in order. */
export const listSeals = (db: TenantDb, from: number, limit: number): Promise<SealRow[]> =>
  sql<SealRow>`select ${sealColumns} from ${table('ledger_seals')} where number >= ${from} order by number limit ${limit}`.all(
    db,
  );

export const findSeal = (db: TenantDb, number: number): Promise<SealRow | null> =>
  sql<SealRow>`select ${sealColumns} from ${table('ledger_seals')} where number = ${number}`.first(db);

/** Nothing is open for a week: what was recorded before this is sealed, and not read again. */
const longSealed = sql`coalesce((select max(sealed_at) - interval '7 days' from ${table('ledger_seals')}), '-infinity')`;

/**
 * What was recorded before an instant and no seal holds yet, in the order of ids. A transaction that was open while its day
 * was sealed is among them the next time.
 */
export const listUnsealed = (db: TenantDb, until: Date, after: string | null, limit: number): Promise<Line[]> =>
  sql<Line>`
    select t.id, ${textOf} as text from ${table('ledger_transactions')} t
    where t.recorded_at < ${until} and ${afterId(sql`t.id`, after)}
      and t.recorded_at > ${longSealed}
      and not exists (select 1 from ${table('ledger_sealed')} s where s.transaction_id = t.id)
    order by t.id limit ${limit}`.all(db);

/**
 * What claims to have been recorded long before the last seal, and is in none: no run would ever seal it. Counted first, as
 * mostly there is none and they are looked for one by one.
 */
export async function listNeverSealed(db: TenantDb, limit: number): Promise<readonly string[]> {
  const { isMissing } = await sql<{ isMissing: boolean }>`
    select (select count(*) from ${table('ledger_transactions')} where recorded_at <= ${longSealed})
      > (select coalesce(sum(transaction_count), 0) from ${table('ledger_seals')})
        - (select count(*) from ${table('ledger_transactions')} t where t.recorded_at > ${longSealed}
            and exists (select 1 from ${table('ledger_sealed')} s where s.transaction_id = t.id)) as "isMissing"`.one(
    db,
  );
  if (!isMissing) return [];
  const missing = await sql<{ id: string }>`
    select t.id from ${table('ledger_transactions')} t where t.recorded_at <= ${longSealed}
      and not exists (select 1 from ${table('ledger_sealed')} s where s.transaction_id = t.id)
    order by t.id limit ${limit}`.all(db);
  return missing.map(({ id }) => id);
}

export const listSealed = (db: TenantDb, number: number, after: string | null, limit: number): Promise<SealedLine[]> =>
  sql<SealedLine>`
    select s.transaction_id as id, s.digest, case when t.id is not null then ${textOf} end as text
    from ${table('ledger_sealed')} s left join ${table('ledger_transactions')} t on t.id = s.transaction_id
    where s.seal_number = ${number} and ${afterId(sql`s.transaction_id`, after)}
    order by s.transaction_id limit ${limit}`.all(db);

const afterId = (id: Sql, after: string | null): Sql => (after === null ? sql`true` : sql`${id} > ${after}`);

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What a seal's head is made of: its number and day, the head before, and each transaction's digest in the order of ids. */
export function openHead(number: number, day: string, before: Buffer | null) {
  const hash = createHash('sha256')
    .update(`${number}|${day}|`)
    .update(before ?? Buffer.alloc(32));
  let count = 0;
  return {
    add(id: string, digest: Buffer): void {
      hash.update(`|${id}|`).update(digest);
      count += 1;
    },
    close: (): { head: Buffer; count: number } => ({ head: hash.update(`|${count}`).digest(), count }),
  };
}
