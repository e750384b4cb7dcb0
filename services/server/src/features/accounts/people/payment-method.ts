import type { TenantDb } from '@backlot/database';
import type { UserRow } from '../../../session/session-rows.ts';

/** SUB-49: how a fan pays where nothing else is said. */
export async function setDefaultPaymentMethod(
  db: TenantDb,
  userId: string,
  method: UserRow['default_payment_method'],
): Promise<void> {
  await db('users').where({ id: userId }).update({ default_payment_method: method });
}
