import type { PayoutForecast as PayoutForecastView, StatementPayout } from '@backlot/contracts/statement';
import type { TenantDb } from '@backlot/database';
import { monthBounds } from '@backlot/domain/formats/dates';
import { minorOf, toWire } from '@backlot/domain/money/money';
import { payoutForecast, ratedMonths, reserveReleases, type StatedMonth } from '@backlot/domain/money/payout-forecast';
import { listAccounts, type AccountRow } from './account-rows.ts';
import { sumEnteredByMonth } from './entered-rows.ts';
import { isTaken } from './sum-accounts.ts';
import { isStated } from './sum-payouts.ts';

type Payout = Omit<StatementPayout, 'forecast'>;

/**
 * What each provider is expected to pay out next, from the running month's figures. The months whose statements it rests on
 * are looked at once each, however many providers there are.
 */
export async function forecastPayouts(
  db: TenantDb,
  payouts: readonly Payout[],
  { thisMonth, timeZone }: { readonly thisMonth: string; readonly timeZone: string },
): Promise<PayoutForecastView[]> {
  const entered = payouts.length === 0 ? [] : await sumEnteredByMonth(db);
  const looked = new Map<string, Promise<AccountRow[]>>();
  const accountsOf = (from: string, until: string): Promise<AccountRow[]> => {
    const bounds = { from: monthBounds(from, timeZone).from, to: monthBounds(until, timeZone).to };
    const key = `${from} ${until}`;
    const found = looked.get(key) ?? listAccounts(db, bounds);
    looked.set(key, found);
    return found;
  };
  const forecasts: PayoutForecastView[] = [];
  for (const payout of payouts) {
    const own = entered.filter(
      ({ provider, currency }) => provider === payout.provider && currency === payout.currency,
    );
    const months = ratedMonths(
      own.map(({ month }) => month),
      thisMonth,
    );
    const stated: StatedMonth[] = [];
    for (const month of months)
      stated.push({
        ...own.find((one) => one.month === month)!,
        takenMinor: takenOf(await accountsOf(month, month), payout),
      });
    const oldest = months.at(-1);
    const allTaken = oldest === undefined ? 0 : takenOf(await accountsOf(oldest, thisMonth), payout);
    const running = own.find(({ month }) => month === thisMonth);
    const forecast = payoutForecast(minorOf(payout.owed), stated, {
      // Of the months since then all that no statement was entered of, also one that was left out in between.
      takenMinor: allTaken - stated.reduce((sum, { takenMinor }) => sum + takenMinor, 0),
      feesMinor: running?.feesMinor ?? 0,
      heldMinor: running?.heldMinor ?? 0,
      shareMinor: running?.shareMinor ?? 0,
      taxMinor: running?.taxMinor ?? 0,
    });
    const { releases, unknownMinor } = reserveReleases(own, thisMonth);
    forecasts.push({
      expected: forecast && {
        amount: toWire(forecast.expectedMinor),
        fees: toWire(-forecast.feesMinor + 0),
        fee_rate: forecast.feeRateBp / 100,
        held: toWire(-forecast.heldMinor + 0),
        held_rate: forecast.heldRateBp / 100,
        ...(forecast.shareRateBp > 0 && {
          share: toWire(-forecast.shareMinor + 0),
          share_rate: forecast.shareRateBp / 100,
        }),
        ...(forecast.taxRateBp > 0 && { tax: toWire(-forecast.taxMinor + 0), tax_rate: forecast.taxRateBp / 100 }),
        rests_on: [...forecast.restsOn],
      },
      releases: releases.map(({ month, amountMinor }) => ({ month, amount: toWire(amountMinor) })),
      held_until_unknown: toWire(unknownMinor),
    });
  }
  return forecasts;
}

/** What the provider took, before anything went back. */
const takenOf = (accounts: readonly AccountRow[], { provider, currency }: Payout): number =>
  accounts
    .filter((one) => one.kind === 'provider_clearing' && one.detail === provider && one.currency === currency)
    .flatMap(({ movements }) => movements)
    .filter((movement) => isTaken(movement) && !isStated(movement))
    .reduce((sum, { minor }) => sum + minor, 0);
