import type { QueryOf } from '@backlot/contracts';
import type { listOpenItems as listOpenItemsCall, OpenItem, OpenItemKind } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPeople } from '../accounts/index.ts';
import { titlesOf } from './payment-titles.ts';

interface OpenLine {
  readonly id: string;
  readonly kind: OpenItemKind;
  readonly at: Date;
  readonly sold: string;
  readonly userId: string;
  readonly contentId: string | null;
  readonly title: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly expectedMinor: number | null;
  readonly expectedCurrency: string | null;
  readonly reference: string | null;
  readonly reason: string | null;
}

/** Money that waits for somebody: owed, held, or of an unknown end; the longest waiting first. Partial indexes hold these alone. */
export async function listOpenItems(ctx: AppContext, tenant: Tenant, query: QueryOf<typeof listOpenItemsCall>) {
  const page = query?.page_num ?? 1;
  const limit = adminListLimit;
  const chosen = query?.kind === undefined ? sql.empty : sql`where o.kind = ${query.kind}`;
  return ctx.database.tenants.read(tenant, async (db) => {
    const totalRows = await countOpen(db, chosen);
    const lines = await sql<OpenLine>`
      select * from (${openLines}) o ${chosen} order by o.at, o.id limit ${limit} offset ${(page - 1) * limit}`.all(db);
    const people = await findPeople(db, [...new Set(lines.map(({ userId }) => userId))]);
    const titles = await titlesOf(db, ctx.sells, lines);
    return {
      items: lines.map((line) => presentItem(line, people.get(line.userId), titles)),
      paginationData: { currentPage: page, totalPages: Math.max(1, Math.ceil(totalRows / limit)), totalRows, limit },
    };
  });
}

const countOpen = async (db: TenantDb, chosen: typeof sql.empty): Promise<number> =>
  (await sql<{ total: number }>`select count(*)::int as total from (${openLines}) o ${chosen}`.one(db)).total;

const openLines = sql`
  select r.id, case when r.state = 'held' then 'reversal_held' else 'refund_owed' end as kind, r.created_at as at, i.kind as sold,
    i.user_id as "userId", i.content_id as "contentId", i.quote ->> 'title' as title, r.amount_minor as "amountMinor", r.currency,
    case when r.state = 'held' then a.taken_minor end as "expectedMinor", case when r.state = 'held' then a.taken_currency end as "expectedCurrency",
    a.provider_ref as reference, coalesce(r.refusal_code, r.reason) as reason
  from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
    join ${table('payment_intents')} i on i.id = a.intent_id
  where r.state in ('owed', 'refused', 'held')
  union all
  select i.id, 'payment_held', i.settled_at, i.kind, i.user_id, i.content_id, i.quote ->> 'title', a.taken_minor, a.taken_currency,
    i.amount_minor, i.currency, a.provider_ref, i.unapplied_reason
  from ${table('payment_intents')} i join ${table('payment_attempts')} a on a.intent_id = i.id and a.state = 'succeeded'
  where i.state = 'held'
  union all
  select a.id, 'payment_unknown', a.started_at, i.kind, i.user_id, i.content_id, i.quote ->> 'title', i.amount_minor, i.currency,
    null, null, a.provider_ref, a.unknown_cause
  from ${table('payment_attempts')} a join ${table('payment_intents')} i on i.id = a.intent_id
  where a.state in ('started', 'pending', 'unknown') and a.started_at < now() - interval '15 minutes'`;

const presentItem = (
  line: OpenLine,
  person: { name: string; email: string } | undefined,
  titles: ReadonlyMap<string, string>,
): OpenItem => ({
  _id: line.id,
  kind: line.kind,
  date: line.at.toISOString(),
  sold: line.sold,
  user: { _id: line.userId, name: person?.name ?? '', email: person?.email ?? '' },
  content:
    line.contentId === null ? null : { _id: line.contentId, title: titles.get(line.contentId) ?? line.title ?? '' },
  amount: toWire(line.amountMinor),
  currency: line.currency,
  expected:
    line.expectedMinor === null || line.expectedCurrency === null
      ? null
      : { amount: toWire(line.expectedMinor), currency: line.expectedCurrency },
  transactionId: line.reference,
  reason: line.reason,
});
