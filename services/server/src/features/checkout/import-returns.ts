import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import { OperatorError } from '../../process/operator-error.ts';
import type { PastAccount } from './import-payments.ts';
import { lockAttempt } from './intent-rows.ts';
import { insertReported } from './settle/insert-reported.ts';
import { chargebackFee } from './webhooks/chargeback-fee.ts';
import { settleReversal } from './settle/settle-reversal.ts';

/** Money of a past payment that went back, as its provider told of it then. */
export interface PastReturn {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: 'refund' | 'chargeback';
  readonly amountMinor: number;
  readonly currency: string;
  readonly at: Date;
}

export interface PastReturns {
  readonly account: PastAccount;
  readonly settings: Settings;
  /** By which the provider tells of it. */
  readonly idOf: (back: PastReturn) => string;
  /** Oldest first. */
  readonly returns: readonly PastReturn[];
}

/**
 * Books what went back of payments that are in the books, as its webhook would have then: access goes, and a chargeback bars
 * the card. @throws an Error for a payment that was not brought along, OperatorError where more went back than was paid
 */
export async function importReturns(
  { sells }: AppContext,
  db: TenantDb,
  { account, settings, idOf, returns }: PastReturns,
): Promise<void> {
  for (const back of returns) {
    const { paymentId, kind, amountMinor, currency, at } = back;
    const held = await lockAttempt(db, paymentId);
    if (held === null) throw new Error(`The payment ${paymentId}, of which money went back, was not brought along.`);
    const reversal = await insertReported(db, held.attempt, {
      attempt_id: paymentId,
      kind,
      amount_minor: amountMinor,
      currency,
      fee_minor: chargebackFee({ kind, currency }, settings),
      reason: `told by ${account.provider}`,
      notice_id: `${account.id}:${idOf(back)}`,
      created_at: at,
      occurred_at: at,
    });
    // Held for staff it would stay unbooked, and the provider's report would differ from the books.
    if (reversal.state !== 'requested')
      throw new OperatorError(
        `A ${kind} of ${amountMinor} (minor units, ${currency}) does not fit what was paid with ${paymentId}: more would go back than was taken.`,
      );
    await settleReversal(db, sells.get(held.intent.kind), held, reversal, at, null, true);
  }
}
