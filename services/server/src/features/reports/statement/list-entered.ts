import type { QueryOf } from '@backlot/contracts';
import type * as calls from '@backlot/contracts/provider-statements';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { AppContext } from '../../../context.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPeople } from '../../accounts/index.ts';
import { presentAccount } from '../../checkout/index.ts';
import { listEntered, type EnteredRow } from './entered-rows.ts';

/** What was entered from providers' own statements of a month, and what of it was taken back. */
export async function listEnteredStatements(
  ctx: AppContext,
  tenant: Tenant,
  { month, page_num: page = 1 }: QueryOf<typeof calls.listProviderStatements>,
) {
  const limit = adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    const rows = await listEntered(db, month, { limit, offset: (page - 1) * limit });
    const ids = rows.flatMap(({ entered_by: by, backBy }) => [by, backBy].filter((id) => id !== null));
    const people = await findPeople(db, [...new Set(ids)]);
    return {
      statements: rows.map((row) => present(row, people)),
      paginationData: paginationOf(page, rows[0]?.total ?? 0, limit),
    };
  });
}

type Names = Awaited<ReturnType<typeof findPeople>>;

const present = (row: EnteredRow, people: Names): calls.ProviderStatement => ({
  _id: row.id,
  account_id: row.account_id ?? row.crypto_account_id!,
  account: presentAccount({ provider: row.provider, currency: row.accountCurrency, state: row.accountState }),
  month: row.month.slice(0, 7),
  fees: toWire(row.fees_minor),
  reserve_held: toWire(row.reserve_held_minor),
  reserve_released: toWire(row.reserve_released_minor),
  paid_out: toWire(row.paid_out_minor),
  platform_share: toWire(row.platform_share_minor ?? 0),
  tax_withheld: toWire(row.tax_withheld_minor ?? 0),
  exchange: toWire(row.exchange_minor ?? 0),
  dispute_held: toWire(row.dispute_held_minor ?? 0),
  dispute_released: toWire(row.dispute_released_minor ?? 0),
  entered: presentEntry(row.note, row.entered_by, row.entered_at, people),
  taken_back:
    row.backNote === null || row.backBy === null || row.backAt === null
      ? null
      : presentEntry(row.backNote, row.backBy, row.backAt, people),
});

function presentEntry(note: string, by: string, at: Date, people: Names): calls.ProviderStatement['entered'] {
  const person = people.get(by);
  return { note, by: { _id: by, name: person?.name || person?.email || '' }, date: at.toISOString() };
}
