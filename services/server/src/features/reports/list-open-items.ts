import type { QueryOf } from '@backlot/contracts';
import type { listOpenItems as listOpenItemsCall, OpenItem, OpenItemFilters } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { AppContext } from '../../context.ts';
import { paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPeople } from '../accounts/index.ts';
import { countOpenItems, type Sellables } from '../checkout/index.ts';
import { countCryptoAlarms, findDoubts, type Doubted } from '../crypto/index.ts';
import { countUnendedSeries } from '../memberships/index.ts';
import { peopleFound } from './fan-rows.ts';
import { listOpenLines, type OpenLine } from './open-item-rows.ts';
import { titlesOf } from './payment-titles.ts';

/** Money that waits for somebody: owed, held, or of an unknown end; and what staff settled of it. */
export async function listOpenItems(ctx: AppContext, tenant: Tenant, query: QueryOf<typeof listOpenItemsCall>) {
  const page = query?.page_num ?? 1;
  const limit = adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    const { items, totalRows } = await openItemsOf(db, ctx.sells, query ?? {}, { limit, offset: (page - 1) * limit });
    return {
      items,
      paginationData: paginationOf(page, totalRows, limit),
      open: (await countOpenItems(db)) + (await countUnendedSeries(db)) + (await countCryptoAlarms(db)),
    };
  });
}

/** Those that match, in the order of the screen. */
export async function openItemsOf(
  db: TenantDb,
  sells: Sellables,
  { search: typed = '', state, kind }: OpenItemFilters,
  place: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: OpenItem[]; readonly totalRows: number }> {
  const search = typed.trim();
  const filters = {
    isSettled: state === 'settled',
    kind: kind ?? null,
    reference: search === '' ? null : search,
    people: search === '' ? null : peopleFound(search),
  };
  const { lines, totalRows } = await listOpenLines(db, filters, place);
  const people = await findPeople(db, [
    ...new Set(lines.flatMap(({ userId, settledBy }) => [userId, settledBy].filter((id) => id !== null))),
  ]);
  const titles = await titlesOf(db, sells, lines);
  const unclear = lines.filter((line) => line.kind === 'crypto_unresolved' && line.settledAt === null);
  const doubts = await findDoubts(
    db,
    unclear.map(({ id }) => id),
  );
  return {
    items: lines.map((line) => ({ ...presentItem(line, people, titles), doubt: doubtOf(doubts.get(line.id)) })),
    totalRows,
  };
}

function presentItem(
  line: OpenLine,
  people: ReadonlyMap<string, { name: string; email: string }>,
  titles: ReadonlyMap<string, string>,
): OpenItem {
  const person = line.userId === null ? undefined : people.get(line.userId);
  return {
    _id: line.id,
    kind: line.kind,
    date: line.at.toISOString(),
    sold: line.sold,
    user: line.userId === null ? null : { _id: line.userId, name: person?.name ?? '', email: person?.email ?? '' },
    content:
      line.contentId === null ? null : { _id: line.contentId, title: titles.get(line.contentId) ?? line.title ?? '' },
    amount: line.amountMinor === null ? null : toWire(line.amountMinor),
    currency: line.currency,
    expected:
      line.expectedMinor === null || line.expectedCurrency === null
        ? null
        : { amount: toWire(line.expectedMinor), currency: line.expectedCurrency },
    transactionId: line.reference,
    event: line.event,
    reason: line.reason,
    withdraws: line.withdraws,
    settled: settlementOf(line, people),
  };
}

const doubtOf = (doubt: Doubted | undefined): OpenItem['doubt'] =>
  doubt === undefined
    ? null
    : { listed: toWire(doubt.listedMinor), told: doubt.toldMinor === null ? null : toWire(doubt.toldMinor) };

function settlementOf(
  { settledAt, settledBy, decision, evidence }: OpenLine,
  people: ReadonlyMap<string, { name: string; email: string }>,
): OpenItem['settled'] {
  if (settledAt === null || settledBy === null || decision === null) return null;
  const by = people.get(settledBy);
  return {
    decision,
    evidence: evidence ?? '',
    by: { _id: settledBy, name: by?.name || by?.email || '' },
    date: settledAt.toISOString(),
  };
}
