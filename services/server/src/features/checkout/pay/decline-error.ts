import { DomainError } from '@backlot/contracts';
import type { PurchaseView } from '@backlot/contracts/purchases';
import type { Sellable } from '../sellable.ts';
import type { AttemptRow, IntentRow } from '../tables.ts';

/** How a purchase that came to nothing is refused, the same each time it is asked about with its key. */
export function declineError(
  { present }: Sellable,
  intent: IntentRow,
  attempt: AttemptRow | null,
  taken: PurchaseView['taken'],
): DomainError {
  const details = {
    intent_id: intent.id,
    decline_code: attempt?.decline_code ?? null,
    decline_reason: attempt?.decline_reason ?? null,
    // Money came and goes back: nobody may be told that nothing was charged.
    ...(taken === undefined ? {} : { taken }),
  };
  // Never charged for want of an answer, or given back: nothing is wrong with the card.
  if (attempt?.state !== 'declined' || taken !== undefined)
    return new DomainError(present.failed ?? 'payment-failed', {}, { details: { ...details, allow_cascade: false } });
  const code = attempt.decline_reason === 'card-needs-attention' ? 'card-needs-attention' : 'payment-declined';
  // C20: a hard decline is not taken to another provider.
  return new DomainError(code, {}, { details: { ...details, allow_cascade: attempt.is_hard_decline !== true } });
}
