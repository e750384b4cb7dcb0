import type { ChargeDifference } from '@backlot/contracts/payment-lookup';
import type { ViewedCharge } from '@backlot/payments';

/** Our side of a charge. */
export interface OwnCharge {
  /** The attempt's id, which the provider was told. */
  readonly reference: string;
  readonly state: string;
  /** What was taken; null where nothing was. */
  readonly takenMinor: number | null;
  readonly takenCurrency: string | null;
  readonly refundedMinor: number;
  readonly chargedBackMinor: number;
  readonly last4: string | null;
}

/** Where our payment and the provider's charge differ. What one side does not say is no difference. */
export function differencesOf(ours: OwnCharge | null, theirs: ViewedCharge | null): ChargeDifference[] {
  if (ours === null || theirs === null)
    return [
      ...(ours === null && theirs !== null ? (['unknown_here'] as const) : []),
      ...(theirs === null && ours !== null ? (['unknown_there'] as const) : []),
    ];
  const isTaken = ours.takenMinor !== null;
  // A charge that was undone was taken, and all of it went back.
  const wasTaken = theirs.state === 'taken' || (theirs.state === 'undone' && isTaken);
  const differs: Readonly<Record<Exclude<ChargeDifference, 'unknown_here' | 'unknown_there'>, boolean>> = {
    reference: theirs.reference !== null && theirs.reference !== ours.reference,
    state: isTaken !== wasTaken || (!isTaken && isOver(ours.state) !== isOver(theirs.state)),
    amount: isTaken && (ours.takenMinor !== theirs.amountMinor || ours.takenCurrency !== theirs.currency),
    refunded: isTaken && wasTaken && ours.refundedMinor !== theirs.refundedMinor,
    charged_back: isTaken && wasTaken && ours.chargedBackMinor !== theirs.chargedBackMinor,
    card: ours.last4 !== null && theirs.last4 !== null && ours.last4 !== theirs.last4,
  };
  return (Object.keys(differs) as (keyof typeof differs)[]).filter((name) => differs[name]);
}

/** It will not be taken any more. */
const isOver = (state: string): boolean => ['declined', 'absent', 'undone'].includes(state);
