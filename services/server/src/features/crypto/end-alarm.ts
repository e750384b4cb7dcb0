import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { updatePayment, type CryptoAlarm, type CryptoPaymentRow } from './crypto-rows.ts';

/** Staff have seen to it: no look raises it again. The payment is held. @throws unavailable on the schema of the version before */
export async function endAlarm(db: TenantDb, payment: CryptoPaymentRow, alarm: CryptoAlarm): Promise<void> {
  // There is nowhere to store it: the next look would raise it again.
  if (payment.settled_alarms === undefined) throw new DomainError('unavailable');
  await updatePayment(db, payment.id, { alarm: null, settled_alarms: [...payment.settled_alarms, alarm] });
}
