import { DomainError, type QueryOf } from '@backlot/contracts';
import type { listTransactions as listTransactionsCall, TransactionRow } from '@backlot/contracts/staff';
import { endOfDay, startOfDay } from '@backlot/domain/dates';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { listPayments, type PaymentFilters, type PaymentLine } from '../ledger/index.ts';
import { postNamesOf } from '../posts/index.ts';
import { listPeople, peopleSql } from './person-rows.ts';
import { requireReports } from './report-access.ts';

type Query = QueryOf<typeof listTransactionsCall>;

/** Payments with the sum of all that the filters show. @throws `access-denied`, `invalid-request` for dates that are none */
export async function listTransactions(ctx: AppContext, tenant: Tenant, actor: Actor, query: Query) {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const page = query.page_num ?? 1;
  const limit = adminListLimit;
  const search = (query.search ?? '').trim();
  const from = query.from ? instantOf(query.from, settings.timezone, 'from') : undefined;
  const to = query.to ? instantOf(query.to, settings.timezone, 'to') : undefined;
  const found = await ctx.database.tenants.read(tenant, async (db) => {
    const people = search === '' ? null : peopleSql(db, search);
    const filters: PaymentFilters = {
      limit, offset: (page - 1) * limit, sort: query.sort ?? 'date', direction: query.direction ?? 'desc',
      ...(query.kind && query.kind !== 'all' ? { kind: query.kind } : {}),
      ...(query.state && query.state !== 'all' ? { state: query.state } : {}),
      ...(from ? { from } : {}), ...(to ? { to } : {}),
      ...(search === '' ? {} : { reference: search }),
      ...(people ? { users: people } : {}),
    };
    const payments = await listPayments(db, filters);
    return {
      payments,
      people: await listPeople(db, [...new Set(payments.lines.map(({ userId }) => userId))]),
      posts: await postNamesOf(db, [...new Set(payments.lines.flatMap(({ contentId }) => contentId ?? []))]),
    };
  });
  const { lines, totalRows, sumMinor } = found.payments;
  return {
    transactions: lines.map((line) => presentLine(line, found.people.get(line.userId), found.posts)),
    paginationData: { currentPage: page, totalPages: Math.max(1, Math.ceil(totalRows / limit)), totalRows, limit },
    sum: toWire(sumMinor), currency: settings.currency,
  };
}

function presentLine(line: PaymentLine, person: { name: string; email: string } | undefined, posts: ReadonlyMap<string, string>): TransactionRow {
  return {
    _id: line.id, transactionId: line.reference ?? line.id, date: line.at.toISOString(), kind: line.kind, state: line.state,
    amount: toWire(line.amountMinor), currency: line.currency,
    user: { _id: line.userId, name: person?.name ?? '', email: person?.email ?? '' },
    content: line.contentId === null ? null : { _id: line.contentId, title: posts.get(line.contentId) ?? line.title ?? '' },
    card: line.card === null ? null : { card_type: line.card.brand, last4: line.card.last4 },
    decline_code: line.declineCode,
  };
}

/** A day of the site's calendar (`to`: with the whole day) or an instant. */
function instantOf(text: string, timeZone: string, end: 'from' | 'to'): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const given = new Date(text);
  if (Number.isNaN(given.getTime()) || given.getTime() < 0 || given.getUTCFullYear() > 9000) throw new DomainError('invalid-request', {}, { fields: [{ field: end, code: 'date' }] });
  if (!isDay) return given;
  const start = startOfDay(text, timeZone);
  return end === 'from' ? start : endOfDay(start, timeZone);
}
