import type { StatementPayout } from '@backlot/contracts/statement';
import { toWire } from '@backlot/domain/money/money';
import type { StatedKind } from '../../ledger/index.ts';
import type { AccountRow, MovementRow } from './account-rows.ts';
import type { EnteredCount } from './entered-rows.ts';

const stated: ReadonlySet<string> = new Set<StatedKind>([
  'provider_fees',
  'reserve_held',
  'reserve_released',
  'paid_out',
]);

/** Entered from a provider's own statement, rather than booked with a payment. */
export const isStated = ({ kind }: MovementRow): boolean => stated.has(kind);

/**
 * What each provider still owes: where its account stood, what it took, less what it kept, held back and paid out. Of those
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
      return {
        provider,
        currency,
        opening: toWire(clearing?.openingMinor ?? 0),
        net_taken: of((movement) => !isStated(movement)),
        fees: of(({ kind }) => kind === 'provider_fees'),
        reserve_held: of(({ kind }) => kind === 'reserve_held'),
        reserve_released: of(({ kind }) => kind === 'reserve_released'),
        paid_out: of(({ kind }) => kind === 'paid_out'),
        owed: toWire(clearing?.closingMinor ?? 0),
        in_reserve: toWire(found('reserve')?.closingMinor ?? 0),
        entered: entered.find((one) => one.provider === provider && one.currency === currency)?.count ?? 0,
      };
    },
  );

/** A provider that has paid everything out may still hold a reserve, and no other account of it is in the month. */
const isOf =
  (providers: ReadonlySet<string>) =>
  ({ kind, detail }: AccountRow): boolean =>
    (kind === 'provider_clearing' || kind === 'reserve') && providers.has(detail);
