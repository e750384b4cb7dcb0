import type { PurchaseView } from '@backlot/contracts/purchases';
import { toWire } from '@backlot/domain/money/money';
import type { TakenApart } from '../settle/set-apart.ts';
import type { AttemptRow } from '../tables.ts';

/** What a provider took of an attempt, where it took anything. */
export const presentTaken = (attempt: Partial<AttemptRow> | null): Pick<PurchaseView, 'taken'> => {
  const { taken_minor: minor = null, taken_currency: currency = null } = attempt ?? {};
  return minor === null || currency === null ? {} : { taken: takenView({ minor, currency }) };
};

/** The same as the wire has it, in whole units. */
export const takenView = ({ minor, currency }: TakenApart): NonNullable<PurchaseView['taken']> => ({
  amount: toWire(minor),
  currency,
});
