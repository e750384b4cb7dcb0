import { fromWire } from '@backlot/domain/money/money';
import type { LineDifference } from '@backlot/contracts/reconciliation';

/** What the books have. Minor units. */
export interface Booked {
  readonly amountMinor: number;
  readonly currency: string;
  /** What the provider puts to the site's account for it, where that is another currency. Decimal text. */
  readonly creditedAmount: string | null;
  readonly creditedCurrency: string | null;
}

interface Listed {
  /** Minor units. */
  readonly amount_minor: number | null;
  /** Null where the report names none. */
  readonly currency: string | null;
}

/** Where a line and what of ours it is differ. A report may list what was taken or what was credited for it. */
export function compareAmounts(line: Listed, ours: Booked): Extract<LineDifference, `other_${string}`> | null {
  const amounts = [{ currency: ours.currency, minor: ours.amountMinor }];
  if (ours.creditedAmount !== null && ours.creditedCurrency !== null)
    amounts.push({ currency: ours.creditedCurrency, minor: fromWire(Number(ours.creditedAmount)) ?? -1 });
  const alike = amounts.filter(({ currency }) => line.currency === null || currency === line.currency);
  if (alike.length === 0) return 'other_currency';
  return alike.some(({ minor }) => minor === line.amount_minor) ? null : 'other_amount';
}
