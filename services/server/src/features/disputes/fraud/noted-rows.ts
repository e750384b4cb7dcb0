import type { TenantDb } from '@backlot/database';
import type { FraudReportRow } from '../tables.ts';

/** @returns false where one of the payment is noted already */
export async function insertFraudReport(
  db: TenantDb,
  row: Omit<FraudReportRow, 'taken_back_by' | 'taken_back_at'>,
): Promise<boolean> {
  const inserted = await db('fraud_reports')
    .insert({ ...row, taken_back_by: null, taken_back_at: null })
    .onConflict()
    .ignore()
    .returning('id');
  return inserted.length > 0;
}

/** @returns false where none of this id counts */
export const markTakenBack = async (db: TenantDb, id: string, userId: string, now: Date): Promise<boolean> =>
  (await db('fraud_reports').where({ id, taken_back_at: null }).update({ taken_back_by: userId, taken_back_at: now })) >
  0;
