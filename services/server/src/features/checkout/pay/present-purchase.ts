import type { PurchaseAction, PurchaseView } from '@backlot/contracts/memberships';
import { toWire } from '@backlot/domain/money/money';
import type { Sellable } from '../sellable.ts';
import type { AttemptRow, InstrumentRow, IntentRow } from '../tables.ts';

const stateOf = {
  open: 'pending',
  held: 'pending',
  succeeded: 'succeeded',
  declined: 'declined',
  abandoned: 'declined',
} as const;

export const presentPurchase = (
  sold: Sellable,
  intent: IntentRow,
  attempt: AttemptRow | null,
  standing: Pick<PurchaseView, 'ccbill_subscription_status'>,
): PurchaseView => ({
  intent_id: intent.id,
  state: stateOf[intent.state],
  action: intent.state === 'open' && attempt ? presentAction(attempt) : null,
  kind: sold.present.name,
  amount: toWire(intent.amount_minor),
  currency: intent.currency,
  transactionId: intent.state === 'succeeded' ? (attempt?.provider_ref ?? null) : null,
  content_id: intent.content_id,
  decline_code: attempt?.decline_code ?? null,
  decline_reason: attempt?.decline_reason ?? null,
  ...standing,
});

function presentAction({ action: stored, action_expires_at: until }: AttemptRow): PurchaseAction | null {
  if (stored === null || until === null) return null;
  const { action, refused } = stored;
  return {
    type: action.type,
    url: action.url,
    expires_at: until.toISOString(),
    refused_reason: refused?.reason ?? null,
  };
}

export const presentCard = (card: InstrumentRow) => ({
  _id: card.id,
  card_type: card.brand,
  last4: card.last4,
  month: card.exp_month,
  year: card.exp_year,
  is_primary: card.is_primary,
});
