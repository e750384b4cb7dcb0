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
import { instantOf } from '../day-bounds.ts';
import { peopleFound } from '../fan-rows.ts';
import { titlesOf } from '../payment-titles.ts';
import { purchasesByCard, purchasesByMoney, purchasesMeant } from './found-payments.ts';
import { listFoundPayments, type FoundLine } from './payment-lookup-rows.ts';

type Query = QueryOf<typeof findPaymentsCall>;

/** What staff look for when a fan asks about a charge (ROLE-25). @throws `invalid-request` for a day that is none */
export async function findPayments(ctx: AppContext, tenant: Tenant, query: Query) {
  const { timezone } = await ctx.settings.of(tenant);
  const limit = adminListLimit;
  const page = query.page_num ?? 1;
  const asked = askedOf(query, timezone);
  if (asked.length === 0) return { payments: [], paginationData: paginationOf(page, 0, limit) };
  return ctx.database.tenants.read(tenant, async (db) => {
    const { payments, totalRows } = await presentPayments(ctx, db, asked, (page - 1) * limit);
    return { payments, paginationData: paginationOf(page, totalRows, limit) };
  });
}

/** Purchases that are in every one of these queries for ids: a page of them, and how many there are. */
export async function presentPayments(
  ctx: AppContext,
  db: TenantDb,
  within: readonly Sql<{ id: string }>[],
  offset: number,
): Promise<{ readonly payments: FoundPayment[]; readonly totalRows: number }> {
  const { lines, totalRows } = await listFoundPayments(db, within, { limit: adminListLimit, offset });
  const people = await findPeople(db, [...new Set(lines.map(({ userId }) => userId))]);
  const titles = await titlesOf(db, ctx.sells, lines);
  return { payments: lines.map((line) => presentFound(line, people.get(line.userId), titles)), totalRows };
}

/** Everything that was said has to fit. */
function askedOf({ search, last4, amount, day, within = 3 }: Query, timezone: string): Sql<{ id: string }>[] {
  const text = (search ?? '').trim();
  const money = {
    amountMinor: amount === undefined ? null : minorOf(amount),
    from: day === undefined ? null : instantOf(daysBefore(day, within), timezone, 'from'),
    to: day === undefined ? null : instantOf(daysBefore(day, -within), timezone, 'to'),
  };
  return [
    ...(text === '' ? [] : [purchasesMeant(text, peopleFound(text))]),
    ...(last4 === undefined ? [] : [purchasesByCard(last4)]),
    ...(amount === undefined && day === undefined ? [] : [purchasesByMoney(money)]),
  ];
}

function presentFound(
  line: FoundLine,
  person: { name: string; email: string } | undefined,
  titles: ReadonlyMap<string, string>,
): FoundPayment {
  const { account, card } = line;
  return {
    _id: line.id,
    transactionId: line.reference ?? line.id,
    date: line.at.toISOString(),
    kind: line.sold,
    state: line.state,
    amount: toWire(line.amountMinor),
    currency: line.currency,
    user: { _id: line.userId, name: person?.name ?? '', email: person?.email ?? '' },
    content:
      line.contentId === null ? null : { _id: line.contentId, title: titles.get(line.contentId) ?? line.title ?? '' },
    card: card && { card_type: card.brand, last4: card.last4 },
    decline_code: line.state === 'declined' ? line.declineCode : null,
    unapplied_reason: line.unappliedReason,
    refunded: toWire(line.refundedMinor),
    charged_back: toWire(line.chargedBackMinor),
    owed: toWire(line.owedMinor),
    account: account && {
      provider: account.provider,
      currency: account.currency,
      is_active: account.state === 'active',
    },
    subscription: line.seriesRef,
  };
}
