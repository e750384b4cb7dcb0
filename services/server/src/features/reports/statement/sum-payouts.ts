import type { StatementPayout } from '@backlot/contracts/statement';
import { toWire } from '@backlot/domain/money/money';
import { statedKinds, type StatedKind } from '../../ledger/index.ts';
import type { AccountRow, MovementRow } from './account-rows.ts';
import type { EnteredCount } from './entered-rows.ts';

const stated: ReadonlySet<string> = new Set(statedKinds);

/** Entered from a provider's own statement, rather than booked with a payment. */
export const isStated = ({ kind }: MovementRow): boolean => stated.has(kind);

/**
 * What each provider still owes: where its account stood, what it took, and what was entered that it kept, held back, gave back or paid out. Of those
 * whose statements can be entered: what others paid out is not known here.
 */
export const sumPayouts = (
  accounts: readonly AccountRow[],
  providers: ReadonlySet<string>,
  entered: readonly EnteredCount[],
): Array<Omit<StatementPayout, 'forecast'>> =>
  [...new Map(accounts.filter(isOf(providers)).map((one) => [`${one.detail} ${one.currency}`, one])).values()].map(
    ({ detail: provider, currency }) => {
      const found = (kind: AccountRow['kind']): AccountRow | undefined =>
        accounts.find((one) => one.kind === kind && one.detail === provider && one.currency === currency);
      const clearing = found('provider_clearing');
      const of = (wanted: (movement: MovementRow) => boolean): number =>
        toWire((clearing?.movements ?? []).filter(wanted).reduce((sum, { minor }) => sum + minor, 0));
      const entry = (stated: StatedKind): number => of(({ kind }) => kind === stated);
      return {
        provider,
        currency,
        opening: toWire(clearing?.openingMinor ?? 0),
        net_taken: of((movement) => !isStated(movement)),
        fees: entry('provider_fees'),
        reserve_held: entry('reserve_held'),
        reserve_released: entry('reserve_released'),
        paid_out: entry('paid_out'),
        platform_share: entry('platform_share'),
        tax_withheld: entry('tax_withheld'),
        exchange: entry('exchange'),
        dispute_held: entry('dispute_held'),
        dispute_released: entry('dispute_released'),
        owed: toWire(clearing?.closingMinor ?? 0),
        in_reserve: toWire(found('reserve')?.closingMinor ?? 0),
        in_disputes: toWire(found('disputes')?.closingMinor ?? 0),
        entered: entered.find((one) => one.provider === provider && one.currency === currency)?.count ?? 0,
      };
    },
  );

/** A provider that has paid everything out may still hold something back, and no other account of it is in the month. */
const isOf =
  (providers: ReadonlySet<string>) =>
  ({ kind, detail }: AccountRow): boolean =>
    (kind === 'provider_clearing' || kind === 'reserve' || kind === 'disputes') && providers.has(detail);
