import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { Report, ReportLine, ReportWindow } from '@backlot/payments';
import { v7 } from 'uuid';
import { walletProvider } from '../../ledger/index.ts';
import type { ReportLineRow, ReportReadingRow } from './tables.ts';

/** When each account's report was last asked for, and whether it was read; those that never were are missing. */
export const listAsked = async (
  db: TenantDb,
): Promise<ReadonlyMap<string, Pick<ReportReadingRow, 'asked_at' | 'outcome'>>> =>
  new Map(
    (await db('report_readings').select('account_id', 'asked_at', 'outcome')).map(({ account_id: id, ...asked }) => [
      id,
      asked,
    ]),
  );

/** Whether there is an account whose report was not asked for since. */
export const isAnyUnasked = (since: Date): Sql => sql`exists (
  select from ${table('provider_accounts')} a where a.provider <> ${walletProvider} and not exists (
    select from ${table('report_readings')} r where r.account_id = a.id and r.asked_at > ${since}))`;

/**
 * Takes the turn to ask for the report of what is one account at the provider; null where one of ours was asked for
 * after `before`, or after `retryBefore` and not answered. Written before the provider is asked: a process that dies
 * meanwhile has used up the request all the same.
 */
export async function takeTurn(
  db: TenantDb,
  accountIds: readonly string[],
  { now, before, retryBefore }: { readonly now: Date; readonly before: Date; readonly retryBefore: Date },
): Promise<readonly ReportReadingRow[] | null> {
  // Of two that come at once the second waits here, and finds when the first asked.
  await sql<{ id: string }>`
    select id from ${table('provider_accounts')} where id = any (${accountIds}::uuid[]) order by id for no key update`.all(
    db,
  );
  const asked = await sql<{ id: string }>`
    select account_id as id from ${table('report_readings')} where account_id = any (${accountIds}::uuid[])
      and asked_at > case when outcome = 'read' then ${before}::timestamptz else ${retryBefore} end limit 1`.first(db);
  if (asked) return null;
  return sql<ReportReadingRow>`
    insert into ${table('report_readings')} (account_id, asked_at)
    select id, ${now} from unnest(${accountIds}::uuid[]) as a (id)
    on conflict (account_id) do update set asked_at = excluded.asked_at, outcome = null, code = null
    returning *`.all(db);
}

/**
 * How a request ended; what was read reaches further only where it was answered. What was read before a gap is kept: what
 * came later says nothing against it.
 */
export async function recordReading(
  db: TenantDb,
  accountId: string,
  report: Report,
  { from, to }: ReportWindow,
): Promise<void> {
  const code = report.kind === 'refused' ? report.code : report.kind === 'unknown' ? report.cause : null;
  const isRead = report.kind === 'read';
  if (isRead)
    await sql`
      insert into ${table('report_readings_before')} (account_id, read_from, read_until)
      select account_id, read_from, read_until from ${table('report_readings')}
      where account_id = ${accountId} and read_until < ${from} and read_from < read_until on conflict do nothing`.run(
      db,
    );
  await sql`
    update ${table('report_readings')} set outcome = ${report.kind}, code = ${code},
      read_from = case when not ${isRead} then read_from when read_until < ${from} then ${from} else least(read_from, ${from}) end,
      read_until = case when ${isRead} then greatest(read_until, ${to}) else read_until end
    where account_id = ${accountId}`.run(db);
}

/** Charges and series that were begun with one of these accounts: whose they are. */
export async function listTakers(
  db: TenantDb,
  accountIds: readonly string[],
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ ref: string; accountId: string }>`
    select provider_ref as ref, account_id as "accountId" from ${table('payment_attempts')}
    where account_id = any (${accountIds}::uuid[]) and provider_ref = any (${refs}::text[])`.all(db);
  return new Map(rows.map(({ ref, accountId }) => [ref, accountId]));
}

/** Which of these charges were taken, with an account of the same provider. */
export async function listTaken(
  db: TenantDb,
  accounts: ReadonlyArray<{ readonly id: string }>,
  refs: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = accounts.map(({ id }) => id);
  const rows = await sql<{ ref: string }>`
    select provider_ref as ref from ${table('payment_attempts')}
    where account_id = any (${ids}::uuid[]) and provider_ref = any (${refs}::text[]) and state = 'succeeded'`.all(db);
  return new Set(rows.map(({ ref }) => ref));
}

/**
 * Each once, however often it is read, also where it was read for another of these accounts. Of totals one a charge and
 * type: a charge is sold once, whatever time it is shown with after the provider's clock was set.
 */
export async function keepLines(
  db: TenantDb,
  accountId: string,
  lines: readonly ReportLine[],
  { others, isTotals }: { readonly others: readonly string[]; readonly isTotals: boolean },
): Promise<void> {
  const keep = isTotals ? keepTotals : keepSome;
  for (let from = 0; from < lines.length; from += atOnce)
    await keep(db, accountId, lines.slice(from, from + atOnce), others);
}

/** Lines of one statement. */
const atOnce = 1_000;

async function keepSome(
  db: TenantDb,
  accountId: string,
  lines: readonly ReportLine[],
  others: readonly string[],
): Promise<void> {
  await sql`
    insert into ${table('report_lines')}
      (id, account_id, source, type, provider_ref, series_ref, amount_minor, currency, occurred_at, event, state)
    select id, ${accountId}, 'report', type, provider_ref, series_ref, amount_minor, currency, occurred_at, event, 'waiting'
    from ${told(lines)}
    where not exists (select 1 from ${table('report_lines')} k
      where k.account_id = any (${others}::uuid[]) and k.source = 'report' and k.type = l.type and k.provider_ref = l.provider_ref
        and k.occurred_at = l.occurred_at and coalesce(k.amount_minor, 0) = coalesce(l.amount_minor, 0))
    on conflict (account_id, type, provider_ref, occurred_at, coalesce(amount_minor, 0)) where source = 'report'
    do nothing`.run(db);
}

/** One that came to something else is judged anew, also where staff explained what it was before. */
async function keepTotals(
  db: TenantDb,
  accountId: string,
  lines: readonly ReportLine[],
  others: readonly string[],
): Promise<void> {
  const ids = [accountId, ...others];
  const isIt = sql`k.account_id = any (${ids}::uuid[]) and k.source = 'report' and k.type = l.type and k.provider_ref = l.provider_ref`;
  await sql`
    with changed as (
      update ${table('report_lines')} k set amount_minor = l.amount_minor, occurred_at = l.occurred_at, event = l.event,
        state = 'waiting', difference = null, attempt_id = null, reversal_id = null, ours_minor = null, ours_currency = null,
        explained_at = null, explained_by = null, note = null
      from ${told(lines)} where ${isIt} and k.amount_minor <> l.amount_minor
    )
    insert into ${table('report_lines')}
      (id, account_id, source, type, provider_ref, series_ref, amount_minor, currency, occurred_at, event, state)
    select id, ${accountId}, 'report', type, provider_ref, series_ref, amount_minor, currency, occurred_at, event, 'waiting'
    from ${told(lines)} where not exists (select 1 from ${table('report_lines')} k where ${isIt})
    on conflict (account_id, type, provider_ref, occurred_at, coalesce(amount_minor, 0)) where source = 'report'
    do nothing`.run(db);
}

/** Lines as rows `l`. */
function told(lines: readonly ReportLine[]): Sql {
  const rows = lines.map((line) => ({
    id: v7(),
    type: line.type,
    provider_ref: line.providerRef,
    series_ref: line.seriesRef,
    amount_minor: line.amountMinor,
    currency: line.currency,
    occurred_at: new Date(line.occurredAt).toISOString(),
    event: line.event,
  }));
  return sql`jsonb_to_recordset(${sql.json(rows)}) as l (id uuid, type text, provider_ref text, series_ref text,
    amount_minor bigint, currency text, occurred_at timestamptz, event jsonb)`;
}

/**
 * Lines that may still come to agree, the earliest first: a renewal before the cancellation that followed it; of equal
 * times as the report lists them. Where there are too many, those that were never judged go before those that differ.
 */
export const listUnsettled = (db: TenantDb, accountId: string, since: Date): Promise<ReportLineRow[]> =>
  sql<ReportLineRow>`
    select * from (
      select * from ${table('report_lines')}
      where account_id = ${accountId} and source = 'report' and state in ('waiting', 'differs') and occurred_at > ${since}
      order by (state = 'waiting') desc, occurred_at, id limit 1000
    ) l order by occurred_at, id`.all(db);

export type Verdict = Pick<
  ReportLineRow,
  'state' | 'difference' | 'attempt_id' | 'reversal_id' | 'ours_minor' | 'ours_currency'
>;

/** Locked until the transaction ends. */
export const lockLine = async (db: TenantDb, id: string): Promise<ReportLineRow | null> =>
  (await db('report_lines').where({ id }).forUpdate().first()) ?? null;

export async function markExplained(
  db: TenantDb,
  id: string,
  { at, by, note }: { readonly at: Date; readonly by: string; readonly note: string },
): Promise<void> {
  await db('report_lines').where({ id }).update({ state: 'explained', explained_at: at, explained_by: by, note });
}

/**
 * What of ours a line is. One that staff explained meanwhile stays explained, a total that another process read anew
 * meanwhile is judged by its next turn, and where nothing changed nothing is written: what stays open is judged anew
 * for weeks.
 */
export async function recordVerdict(db: TenantDb, line: ReportLineRow, verdict: Verdict): Promise<void> {
  if ((Object.keys(verdict) as (keyof Verdict)[]).every((part) => line[part] === verdict[part])) return;
  await db('report_lines')
    .where({ id: line.id, amount_minor: line.amount_minor })
    .whereIn('state', ['waiting', 'differs'])
    .update({ ...verdict });
}
