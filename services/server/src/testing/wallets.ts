import { v7 } from 'uuid';
import { creditWallet, listBalances } from '../features/ledger/index.ts';
import type { AccountKind } from '../features/ledger/chart.ts';
import type { TestPerson } from './people.ts';
import type { SiteName, World } from './world.ts';

/** Puts money into a fan's wallet, as a payment in coins does. */
export const fund = (world: World, fan: TestPerson, amountMinor: number, currency = 'USD') =>
  world.database.tenants.write(fan.tenant, (db) =>
    creditWallet(db, {
      userId: fan.id,
      amountMinor,
      currency,
      cause: { type: 'crypto_payment', id: v7() },
      provider: 'forumpay',
      at: world.clock.now(),
    }),
  );

/** What the books of a site say, in minor units; a kind of several accounts is their sum. */
export async function balancesOf(world: World, site: SiteName = 'luna') {
  const balances = await world.database.tenants.read(world.tenants[site], listBalances);
  const sumOf = (wanted: (kind: AccountKind, detail: string) => boolean): number =>
    balances.reduce((sum, { kind, detail, balanceMinor }) => (wanted(kind, detail) ? sum + balanceMinor : sum), 0);
  return {
    sum: sumOf(() => true),
    of: (kind: AccountKind, detail?: string): number =>
      sumOf((one, its) => one === kind && (detail === undefined || its === detail)),
  };
}
