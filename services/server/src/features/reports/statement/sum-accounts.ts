import type { StatementSums } from '@backlot/contracts/statement';
import { toWire } from '@backlot/domain/money/money';
import { groupOf, signOf, type TransactionKind } from '../../ledger/index.ts';
import type { AccountRow, MovementRow } from './account-rows.ts';
import { isStated } from './sum-payouts.ts';

/** What accounts come to, a currency each. Every figure is a sum of movements, or of where accounts stand at the end. */
export const sumAccounts = (accounts: readonly AccountRow[]): StatementSums[] =>
  [...new Set(accounts.map(({ currency }) => currency))].map((currency) =>
    sumCurrency(
      currency,
      accounts.filter((one) => one.currency === currency),
    ),
  );

function sumCurrency(currency: string, accounts: readonly AccountRow[]): StatementSums {
  const atProviders = accounts
    .filter(({ kind }) => kind === 'provider_clearing')
    .flatMap(({ movements }) => movements)
    .filter((movement) => !isStated(movement));
  const of = (wanted: (movement: MovementRow) => boolean): number =>
    toWire(sum(atProviders.filter(wanted).map(({ minor }) => minor)));
  const earned = accounts
    .filter(({ kind }) => groupOf(kind) === 'earned')
    .map((account) => ({ what: account.detail || account.kind, minor: account.openingMinor - account.closingMinor }));
  const standing = (kind: AccountRow['kind']): number =>
    toWire(signOf(groupOf(kind)) * sum(accounts.filter((one) => one.kind === kind).map((one) => one.closingMinor)));
  return {
    currency,
    taken: grouped(atProviders.filter(isTaken)).map(({ what, minor }) => ({ what, amount: toWire(minor) })),
    refunds: of(isRefund),
    chargebacks: of((movement) => movement.kind === 'chargeback' && !isFee(movement)),
    chargebacks_won: of((movement) => movement.kind === 'chargeback_won' && !isFee(movement)),
    chargeback_fees: of(isFee),
    net_taken: of(() => true),
    earned: grouped(earned).map(({ what, minor }) => ({ what, amount: toWire(minor) })),
    net_earned: toWire(sum(earned.map(({ minor }) => minor))),
    deferred: standing('deferred_revenue'),
    in_wallets: standing('fan_wallet'),
    unapplied: standing('unapplied_receipts'),
    owed_by_fans: standing('owed_by_fan'),
  };
}

const isFee = ({ what }: MovementRow): boolean => what === 'chargeback_fees';
const atBank: ReadonlySet<string> = new Set<TransactionKind>(['chargeback', 'chargeback_won']);
/** Also coins that their provider sent back. */
const isRefund = ({ kind }: MovementRow): boolean => kind === 'refund' || kind === 'wallet_taken_out';
export const isTaken = (movement: MovementRow): boolean =>
  !isRefund(movement) && !atBank.has(movement.kind) && !isFee(movement);

const sum = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0);

/** By what they are about, the largest first. What moved nothing is left out. */
function grouped(
  amounts: ReadonlyArray<{ readonly what: string | null; readonly minor: number }>,
): Array<{ what: string; minor: number }> {
  const sums = new Map<string, number>();
  for (const { what, minor } of amounts) sums.set(what ?? '', (sums.get(what ?? '') ?? 0) + minor);
  return [...sums]
    .map(([what, minor]) => ({ what, minor }))
    .filter(({ minor }) => minor !== 0)
    .sort((one, other) => other.minor - one.minor);
}
