import type { QueryOf } from '@backlot/contracts';
import type * as calls from '@backlot/contracts/statement';
import { dayIn, monthBounds } from '@backlot/domain/formats/dates';
import { toWire } from '@backlot/domain/money/money';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { groupOf, recognisedUntil, signOf } from '../../ledger/index.ts';
import { presentAccount } from '../../checkout/index.ts';
import { listAccounts, type AccountRow } from './account-rows.ts';
import { listCoinStates } from './coin-state-rows.ts';
import { listReportStates, type ReportStateRow } from './report-state-rows.ts';
import { readOf } from './report-states.ts';
import { countEntered } from './entered-rows.ts';
import { forecastPayouts } from './forecast-payouts.ts';
import { sumAccounts } from './sum-accounts.ts';
import { sumPayouts } from './sum-payouts.ts';

/** A month of the site's calendar as the books have it now: what is booked into it later changes it. */
export async function showStatement(ctx: AppContext, tenant: Tenant, { month }: QueryOf<typeof calls.showStatement>) {
  const { timezone, currency } = await ctx.settings.of(tenant);
  const bounds = monthBounds(month, timezone);
  return ctx.database.tenants.read(tenant, async (db) => {
    const accounts = await listAccounts(db, bounds);
    const reports = [
      ...(await listReportStates(db, bounds)),
      ...(await listCoinStates(db, bounds, { currency, now: ctx.clock.now() })),
    ];
    const providers = new Set(reports.map(({ provider }) => provider));
    const payouts = sumPayouts(accounts, providers, await countEntered(db, month));
    const isRunning = month === dayIn(ctx.clock.now(), timezone).slice(0, 7);
    const forecasts = isRunning ? await forecastPayouts(db, payouts, { thisMonth: month, timeZone: timezone }) : [];
    const until = (await recognisedUntil(db)) ?? bounds.from;
    return {
      month,
      earned_until: until < bounds.to ? until.toISOString() : null,
      sums: sumAccounts(accounts),
      payouts: payouts.map((payout, index) => ({ ...payout, forecast: forecasts[index] ?? null })),
      accounts: accounts.map(present).sort(byGroup),
      reports: reports.map((row) => presentReport(row, bounds)),
    };
  });
}

const groups: ReadonlyArray<calls.AccountGroup> = ['held', 'owed', 'earned', 'costs'];
const byGroup = (one: calls.StatementAccount, other: calls.StatementAccount): number =>
  one.currency.localeCompare(other.currency) || groups.indexOf(one.group) - groups.indexOf(other.group);

function present({ id, kind, detail, currency, openingMinor, closingMinor, movements }: AccountRow) {
  const group = groupOf(kind);
  // Zero of the books may be a negative one.
  const amount = (minor: number): number => toWire(signOf(group) * minor + 0);
  return {
    _id: id,
    kind,
    detail,
    currency,
    group,
    opening: amount(openingMinor),
    movements: movements.map(({ kind: moved, what, minor }) => ({ kind: moved, what, amount: amount(minor) })),
    closing: amount(closingMinor),
  } satisfies calls.StatementAccount;
}

const presentReport = (row: ReportStateRow, bounds: Parameters<typeof readOf>[1]): calls.StatementReport => ({
  account_id: row.accountId,
  account: presentAccount(row),
  read: readOf(row, bounds),
  read_until: row.readUntil?.toISOString() ?? null,
  open: row.open,
  waiting: row.waiting,
});
