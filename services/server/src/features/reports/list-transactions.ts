import { DomainError, type QueryOf } from '@backlot/contracts';
import type { listTransactions as listTransactionsCall, TransactionRow } from '@backlot/contracts/staff';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import type { Sellables } from '../checkout/index.ts';
import { findPeople } from '../accounts/index.ts';
import { instantOf } from './day-bounds.ts';
import { peopleFound } from './fan-rows.ts';
import { listPayments, topUpKind, wonKind, type PaymentFilters, type PaymentLine } from './list-payments.ts';
import { requireReports } from '../staff/index.ts';
import { titlesOf } from './payment-titles.ts';

type Query = QueryOf<typeof listTransactionsCall>;
type Filters = Omit<Query, 'page_num'>;
/** What a list of payments needs of the site. */
export interface Site {
  readonly settings: Settings;
  readonly sells: Sellables;
}
interface Place {
  readonly limit: number;
  readonly offset: number;
}
const besideSales: readonly string[] = ['refund', 'void', 'chargeback', wonKind, topUpKind];

/** Payments with the sums of all that the filters show. @throws `access-denied`, `invalid-request` for dates that are none */
export async function listTransactions(ctx: AppContext, tenant: Tenant, actor: Actor, query: Query) {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const page = query.page_num ?? 1;
  const limit = adminListLimit;
  const { transactions, totalRows, sums, topUps } = await ctx.database.tenants.read(tenant, (db) =>
    transactionsOf(db, { settings, sells: ctx.sells }, query, { limit, offset: (page - 1) * limit }),
  );
  return {
    transactions,
    paginationData: paginationOf(page, totalRows, limit),
    sum: toWire(sums.get(settings.currency) ?? 0),
    currency: settings.currency,
    other_sums: [...sums]
      .filter(([currency, minor]) => currency !== settings.currency && minor !== 0)
      .map(([currency, minor]) => ({ currency, sum: toWire(minor) })),
    top_ups: [...topUps]
      .filter(([, minor]) => minor !== 0)
      .map(([currency, minor]) => ({ currency, sum: toWire(minor) })),
  };
}

/** Some of the payments that the filters show, and the number and the sums of all of them. @throws `invalid-request` for dates that are none */
export async function transactionsOf(db: TenantDb, site: Site, query: Filters, place: Place) {
  const search = (query.search ?? '').trim();
  const people = search === '' ? null : peopleFound(search);
  return linesOf(db, site.sells, {
    ...filtersOf(site, query, besideSales),
    ...place,
    ...(query.state && query.state !== 'all' ? { state: query.state } : {}),
    ...(search === '' ? {} : { reference: search }),
    ...(people ? { users: people } : {}),
  });
}

/**
 * What transactions and purchases are filtered and sorted by alike. `others`: kinds beside what is sold.
 *
 * @throws `invalid-request` for dates and kinds that are none
 */
export function filtersOf(
  { settings: { timezone }, sells }: Site,
  query: Omit<Filters, 'state' | 'search'>,
  others: readonly string[] = [],
): Omit<PaymentFilters, 'limit'> {
  const kind = query.kind === undefined || query.kind === 'all' ? null : query.kind;
  if (kind !== null && !others.includes(kind) && sells.find(kind) === null)
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'kind', code: 'enum' }] });
  const from = query.from ? instantOf(query.from, timezone, 'from') : undefined;
  const to = query.to ? instantOf(query.to, timezone, 'to') : undefined;
  return {
    sort: query.sort ?? 'date',
    direction: query.direction ?? 'desc',
    ...(kind === null ? {} : { kind }),
    ...(query.user_id ? { userId: query.user_id } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

/** The lines that these filters show, with the people and the contents they name. */
export async function linesOf(db: TenantDb, sells: Sellables, filters: PaymentFilters) {
  const { lines, totalRows, sums, topUps } = await listPayments(db, filters);
  const payers = await findPeople(db, [...new Set(lines.map(({ userId }) => userId))]);
  const titles = await titlesOf(db, sells, lines);
  return {
    transactions: lines.map((line) => presentLine(line, payers.get(line.userId), titles)),
    totalRows,
    sums,
    topUps,
  };
}

function presentLine(
  line: PaymentLine,
  person: { name: string; email: string } | undefined,
  titles: ReadonlyMap<string, string>,
): TransactionRow {
  return {
    _id: line.id,
    transactionId: line.reference ?? line.id,
    date: line.at.toISOString(),
    kind: line.kind,
    state: line.state,
    amount: toWire(line.amountMinor),
    currency: line.currency,
    user: { _id: line.userId, name: person?.name ?? '', email: person?.email ?? '' },
    content:
      line.contentId === null ? null : { _id: line.contentId, title: titles.get(line.contentId) ?? line.title ?? '' },
    card: line.card === null ? null : { card_type: line.card.brand, last4: line.card.last4 },
    paid_with: line.paidWith,
    coins: line.coins,
    decline_code: line.declineCode,
    returned: toWire(line.returnedMinor),
    charged_back: toWire(line.chargedBackMinor),
    returning: toWire(line.returningMinor),
    owed: toWire(line.owedMinor),
    left: toWire(line.leftMinor),
    is_withdrawn: line.isWithdrawn,
  };
}
