import { DomainError } from '@backlot/contracts';
import type { OpenItemDecision } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import type { SettledElsewhere } from '../../../joints/open-items.ts';
import { findPayment, lockPayment } from '../crypto-rows.ts';
import { findReturn, lockReturn, type CoinReturnRow } from './return-rows.ts';

/**
 * Ends a return of coins without touching the wallet. Null where it is none.
 * @throws open-item-settled, invalid-request for a decision that does not fit
 */
export async function settleReturn(
  db: TenantDb,
  { id, decision }: { readonly id: string; readonly decision: OpenItemDecision },
  now: Date,
): Promise<SettledElsewhere | null> {
  const found = await findHeld(db, id);
  if (found === null) return null;
  if (found.settled_at !== null) throw new DomainError('open-item-settled');
  if (decision !== 'noted')
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'decision', code: 'enum' }] });
  await db('coin_returns').where({ id }).update({ settled_at: now });
  const payment = (await findPayment(db, found.payment_id))!;
  return {
    record: {
      kind: 'crypto_returned',
      userId: payment.user_id,
      amountMinor: payment.credited_minor,
      currency: payment.currency,
      cryptoPaymentId: payment.id,
    },
  };
}

/**
 * With its payment, which everybody holds first who holds both. In a step of its own, which fails alone on the schema of the
 * version before.
 */
async function findHeld(db: TenantDb, id: string): Promise<CoinReturnRow | null> {
  try {
    return await db.savepoint(async (step) => {
      const found = await findReturn(step, id);
      if (found === null) return null;
      await lockPayment(step, found.payment_id);
      return lockReturn(step, id);
    });
  } catch (error) {
    if (isUndefinedTable(error)) return null;
    throw error;
  }
}
