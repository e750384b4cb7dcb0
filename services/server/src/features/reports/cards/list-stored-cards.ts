import type { QueryOf } from '@backlot/contracts';
import type { CardFilters, listStoredCards as listStoredCardsCall, StoredCard } from '@backlot/contracts/stored-cards';
import type { TenantDb } from '@backlot/database';
import { dayIn } from '@backlot/domain/formats/dates';
import { adminListLimit } from '@backlot/domain/limits';
import type { AppContext } from '../../../context.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPeople } from '../../accounts/index.ts';
import { nobody, peopleFound } from '../fan-rows.ts';
import { countCardRows, listCardRows, type StoredCardFilters, type StoredCardRow } from './stored-card-rows.ts';

/** Cards on file, and barred ones, of all fans. */
export async function listStoredCards(
  ctx: AppContext,
  tenant: Tenant,
  query: QueryOf<typeof listStoredCardsCall>,
  now: Date,
) {
  const { timezone } = await ctx.settings.of(tenant);
  const page = query.page_num ?? 1;
  const limit = adminListLimit;
  const filters = cardFiltersOf(query, timezone, now);
  return ctx.database.tenants.read(tenant, async (db) => ({
    cards: await storedCardsOf(db, filters, { limit, offset: (page - 1) * limit }),
    paginationData: paginationOf(page, await countCardRows(db, filters), limit),
  }));
}

export async function storedCardsOf(
  db: TenantDb,
  filters: StoredCardFilters,
  place: { readonly limit: number; readonly offset: number },
): Promise<StoredCard[]> {
  const rows = await listCardRows(db, filters, place);
  const people = await findPeople(db, [...new Set(rows.map(({ userId }) => userId))]);
  return rows.map((row) => presentStoredCard(row, people.get(row.userId)));
}

export function cardFiltersOf(query: CardFilters, timezone: string, now: Date): StoredCardFilters {
  const search = (query.search ?? '').trim();
  const [year, month] = dayIn(now, timezone).split('-').map(Number) as [number, number];
  return {
    users: search === '' ? null : (peopleFound(search) ?? nobody),
    last4: query.last4 ?? null,
    state: query.state === undefined || query.state === 'all' ? null : query.state,
    sort: query.sort ?? 'date',
    direction: query.direction ?? 'desc',
    today: { year, month },
  };
}

function presentStoredCard(row: StoredCardRow, person: { name: string; email: string } | undefined): StoredCard {
  return {
    _id: row.id,
    user: { _id: row.userId, name: person?.name ?? '', email: person?.email ?? '' },
    card_type: row.brand,
    last4: row.last4,
    month: row.month,
    year: row.year,
    is_primary: row.isPrimary,
    state: row.state,
    date: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    barred_at: row.barredAt?.toISOString() ?? null,
    consented_at: row.consentedAt?.toISOString() ?? null,
  };
}
