import type { PurchaseView } from '@backlot/contracts/memberships';
import { toWire } from '@backlot/domain/money';
import type { SubscriptionStatus } from '@backlot/domain/roles';
import type { AttemptRow, InstrumentRow, IntentRow } from './tables.ts';

const stateOf = { open: 'pending', succeeded: 'succeeded', declined: 'declined', abandoned: 'declined' } as const;

export const presentPurchase = (intent: IntentRow, attempt: AttemptRow | null, status: SubscriptionStatus): PurchaseView => ({
  intent_id: intent.id, state: stateOf[intent.state], kind: intent.kind === 'post' ? 'post' : 'membership',
  amount: toWire(intent.amount_minor), currency: intent.currency,
  transactionId: intent.state === 'succeeded' ? attempt?.provider_ref ?? null : null, content_id: intent.content_id,
  decline_code: attempt?.decline_code ?? null, ccbill_subscription_status: status,
});

export const presentCard = (card: InstrumentRow) => ({
  _id: card.id, card_type: card.brand, last4: card.last4, month: card.exp_month, year: card.exp_year, is_primary: card.is_primary,
});
