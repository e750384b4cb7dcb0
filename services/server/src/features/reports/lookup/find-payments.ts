import type { QueryOf } from '@backlot/contracts';
import type { findPayments as findPaymentsCall, FoundPayment } from '@backlot/contracts/payment-lookup';
import { daysBefore } from '@backlot/domain/formats/dates';
import { adminListLimit } from '@backlot/domain/limits';
import { minorOf, toWire } from '@backlot/domain/money/money';
import type { TenantDb } from '@backlot/database';
import type { Sql } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPeople } from '../../accounts/index.ts';
import { presentAccount } from '../../checkout/index.ts';
import { instantOf } from '../day-bounds.ts';
import { peopleFound } from '../fan-rows.ts';
import { titlesOf } from '../payment-titles.ts';
import { purchasesByCard, purchasesByMoney, purchasesByText } from './purchase-queries.ts';
import { listFoundPayments, type FoundPaymentRow } from './payment-lookup-rows.ts';

type Query = QueryOf<typeof findPaymentsCall>;

/** What staff look for when a fan asks about a charge (ROLE-25). @throws `invalid-request` for a day that is none */
export async function findPayments(ctx: AppContext, tenant: Tenant, query: Query) {
  const { timezone } = await ctx.settings.of(tenant);
  const limit = adminListLimit;
  const page = query.page_num ?? 1;
  const matching = purchasesThatMatch(query, timezone);
  if (matching.length === 0) return { payments: [], paginationData: paginationOf(page, 0, limit) };
  return ctx.database.tenants.read(tenant, async (db) => {
    const { payments, totalRows } = await presentPayments(ctx, db, matching, (page - 1) * limit);
    return { payments, paginationData: paginationOf(page, totalRows, limit) };
  });
}

/** A page of the purchases that are in every one of `within`, and how many there are. */
export async function presentPayments(
  ctx: AppContext,
  db: TenantDb,
  within: readonly Sql<{ id: string }>[],
  offset: number,
): Promise<{ readonly payments: FoundPayment[]; readonly totalRows: number }> {
  const { rows, totalRows } = await listFoundPayments(db, within, { limit: adminListLimit, offset });
  const people = await findPeople(db, [...new Set(rows.map(({ userId }) => userId))]);
  const titles = await titlesOf(db, ctx.sells, rows);
  return { payments: rows.map((row) => presentFound(row, people.get(row.userId), titles)), totalRows };
}

/** One query for each thing that is known of a payment; a payment has to be in all of them. */
function purchasesThatMatch(
  { search, last4, amount, day, within = 3 }: Query,
  timezone: string,
): Sql<{ id: string }>[] {
  const text = (search ?? '').trim();
  const money = {
    amountMinor: amount === undefined ? null : minorOf(amount),
    from: day === undefined ? null : instantOf(daysBefore(day, within), timezone, 'from'),
    to: day === undefined ? null : instantOf(daysBefore(day, -within), timezone, 'to'),
  };
  return [
    ...(text === '' ? [] : [purchasesByText(text, peopleFound(text))]),
    ...(last4 === undefined ? [] : [purchasesByCard(last4)]),
    ...(amount === undefined && day === undefined ? [] : [purchasesByMoney(money)]),
  ];
}

function presentFound(
  row: FoundPaymentRow,
  person: { name: string; email: string } | undefined,
  titles: ReadonlyMap<string, string>,
): FoundPayment {
  const { card } = row;
  return {
    _id: row.id,
    transactionId: row.reference ?? row.id,
    date: row.at.toISOString(),
    kind: row.sold,
    state: row.state,
    amount: toWire(row.amountMinor),
    currency: row.currency,
    user: { _id: row.userId, name: person?.name ?? '', email: person?.email ?? '' },
    content:
      row.contentId === null ? null : { _id: row.contentId, title: titles.get(row.contentId) ?? row.title ?? '' },
    card: card && { card_type: card.brand, last4: card.last4 },
    decline_code: row.state === 'declined' ? row.declineCode : null,
    unapplied_reason: row.unappliedReason,
    refunded: toWire(row.refundedMinor),
    charged_back: toWire(row.chargedBackMinor),
    returning: toWire(row.returningMinor),
    owed: toWire(row.owedMinor),
    account: row.account && presentAccount(row.account),
    subscription: row.seriesRef,
  };
}
