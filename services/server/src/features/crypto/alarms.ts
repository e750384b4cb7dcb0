import { DomainError } from '@backlot/contracts';
import type { OpenItemKind } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { OpenItems } from '../../joints/open-items.ts';
import { lockPayment, type CryptoAlarm } from './crypto-rows.ts';
import { endAlarm } from './end-alarm.ts';
import { lookLater } from './look-later.ts';
import { countReturns } from './returns/return-rows.ts';
import { settleReturn } from './returns/settle-return.ts';

const kinds = {
  blocked: 'crypto_blocked',
  'double-spent': 'crypto_double_spent',
  unresolved: 'crypto_unresolved',
} as const satisfies Record<CryptoAlarm, OpenItemKind>;

/** Alarms and returns that nobody has settled. Partial indexes hold these alone. */
export async function countCryptoAlarms(db: TenantDb): Promise<number> {
  const { count } = await sql<{ count: number }>`
    select count(*)::int as count from ${table('crypto_payments')} where alarm is not null`.one(db);
  return count + (await countReturns(db));
}

/**
 * An alarm is looked into at the provider's: nothing is credited or taken by settling it. What was credited for coins that
 * were spent twice is taken out of the wallet by a call of its own (`holdReturn`).
 */
export const cryptoOpenItems: OpenItems = {
  async settle(db, { id, decision, now }) {
    const payment = await lockPayment(db, id);
    if (payment === null) return settleReturn(db, { id, decision }, now);
    const { alarm } = payment;
    if (alarm === null) throw new DomainError('open-item-settled');
    // Coins that were spent twice do not come back by looking.
    if (decision === 'try_again' && alarm !== 'double-spent') {
      await lookLater(db, id, 0);
      return { record: null };
    }
    if (decision !== 'noted')
      throw new DomainError('invalid-request', {}, { fields: [{ field: 'decision', code: 'enum' }] });
    await endAlarm(db, payment, alarm);
    return {
      record: {
        kind: kinds[alarm],
        userId: payment.user_id,
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        cryptoPaymentId: id,
      },
    };
  },
};
