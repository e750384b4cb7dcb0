import { DomainError, type BodyOf } from '@backlot/contracts';
import type { recordProviderStatement } from '@backlot/contracts/provider-statements';
import { fromWire } from '@backlot/domain/money/money';
import type { StatedFigures } from '../../ledger/index.ts';
import type { ProviderStatementRow } from './tables.ts';

/** What every schema has. */
const first = {
  fees: { column: 'fees_minor', kind: 'provider_fees' },
  reserve_held: { column: 'reserve_held_minor', kind: 'reserve_held' },
  reserve_released: { column: 'reserve_released_minor', kind: 'reserve_released' },
  paid_out: { column: 'paid_out_minor', kind: 'paid_out' },
} as const;

/** What that of the version before has no columns of: none is named while it is nothing. */
const later = {
  platform_share: { column: 'platform_share_minor', kind: 'platform_share' },
  tax_withheld: { column: 'tax_withheld_minor', kind: 'tax_withheld' },
  exchange: { column: 'exchange_minor', kind: 'exchange' },
  dispute_held: { column: 'dispute_held_minor', kind: 'dispute_held' },
  dispute_released: { column: 'dispute_released_minor', kind: 'dispute_released' },
} as const;

type Stated<F> =
  F extends Record<string, { readonly column: infer C extends keyof ProviderStatementRow }>
    ? Pick<ProviderStatementRow, C>
    : never;
export type StatedColumns = Stated<typeof first> & Stated<typeof later>;

/**
 * A statement's figures as columns, minor units.
 * @throws invalid-request naming the figure that is no amount, or `fees` where all of them are nothing
 */
export function figuresOf(body: BodyOf<typeof recordProviderStatement>): StatedColumns {
  const minorOf = (field: keyof typeof first | keyof typeof later): number => {
    const amount = fromWire(body[field] ?? 0);
    // By exchange money is lost as well.
    if (amount === null || (amount < 0 && field !== 'exchange')) throw wrong(field, 'minimum');
    return amount;
  };
  const figures: StatedColumns = {
    fees_minor: minorOf('fees'),
    reserve_held_minor: minorOf('reserve_held'),
    reserve_released_minor: minorOf('reserve_released'),
    paid_out_minor: minorOf('paid_out'),
  };
  for (const field of Object.keys(later) as Array<keyof typeof later>) {
    const amount = minorOf(field);
    if (amount !== 0) figures[later[field].column] = amount;
  }
  if (Object.values(figures).every((amount) => amount === 0)) throw wrong('fees', 'required');
  return figures;
}

/** What a row's figures are booked as. */
export const bookedOf = (row: StatedColumns): StatedFigures =>
  Object.fromEntries(Object.values({ ...first, ...later }).map(({ column, kind }) => [kind, row[column] ?? 0]));

/** Whether two say the same besides what every schema has. */
export const isSameLater = (one: StatedColumns, other: StatedColumns): boolean =>
  Object.values(later).every(({ column }) => (one[column] ?? 0) === (other[column] ?? 0));

const wrong = (field: string, code: string): DomainError =>
  new DomainError('invalid-request', {}, { fields: [{ field, code }] });
