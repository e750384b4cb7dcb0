import type { TenantDb } from '@backlot/database';
import { deferSale } from '../../ledger/index.ts';
import { appendAll, type EventToAppend } from '../../../jobs/append.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import type { Payment, Sellable } from '../sellable.ts';
import type { IntentRow } from '../tables.ts';

/** Gives what was bought, tells the buyer of it and of `also`, and sends the receipt at once, also for 0 (C13). */
export async function deliver(
  db: TenantDb,
  sold: Sellable,
  intent: IntentRow,
  payment: Payment,
  also: readonly EventToAppend[] = [],
): Promise<void> {
  const { next, until = null, from = null, tell = [] } = await sold.deliver(db, intent, payment);
  const { transactionId, now } = payment;
  if (sold.earning === 'over-time' && transactionId !== null) {
    const { amount_minor: amountMinor, currency } = intent;
    await deferSale(db, { transactionId, revenue: sold.revenue, amountMinor, currency, from: from ?? now, until });
  }
  const told = [...tell, ...purchaseSettled(sold, intent, 'succeeded'), ...also];
  const facts = {
    sold: intent.kind,
    intentId: intent.id,
    amountMinor: intent.amount_minor,
    currency: intent.currency,
    at: payment.now.toISOString(),
    reference: payment.reference,
    title: intent.quote.title ?? null,
    reducedText: intent.quote.reduced?.text ?? null,
    reducedRef: intent.quote.reduced?.ref ?? null,
    wasMinor: intent.quote.reduced?.wasMinor ?? null,
    nextMinor: next?.amountMinor ?? null,
    nextAt: next?.at.toISOString() ?? null,
  };
  await mailLater(db, 'receipt', intent.user_id, facts, told);
}

/** Open pages of the buyer learn how a purchase ended. What the site charges by itself tells of what it changed instead. */
export async function tellPurchase(
  db: TenantDb,
  sold: Sellable,
  intent: IntentRow,
  state: 'succeeded' | 'declined',
  money: { readonly goesBack?: true } = {},
): Promise<void> {
  await appendAll(db, purchaseSettled(sold, intent, state, money));
}

const purchaseSettled = (
  sold: Sellable,
  intent: IntentRow,
  state: 'succeeded' | 'declined',
  money: { readonly goesBack?: true } = {},
): readonly EventToAppend[] =>
  sold.draft === null
    ? []
    : [
        {
          to: `user:${intent.user_id}`,
          event: 'PURCHASE_SETTLED',
          payload: { intentId: intent.id, state, kind: sold.present.name, contentId: intent.content_id, ...money },
        },
      ];
