import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { minorOf } from '@backlot/domain/money';
import type { Settings } from '@backlot/domain/settings';

const dayMs = 86_400_000;

/** DECISIONS 39d: without an accepted photo id a fan buys up to a limit in 24 hours. @throws ERR_10001 */
export async function requireWithinLimit(
  db: TenantDb, settings: Settings, buyer: { userId: string; isPhotoIdAccepted: boolean }, amountMinor: number, now: Date,
): Promise<void> {
  const limit = minorOf(settings.transaction_limit_without_photo_id);
  if (limit === 0 || buyer.isPhotoIdAccepted || amountMinor === 0) return;
  const rows = await db('payment_intents').where({ user_id: buyer.userId }).whereIn('state', ['open', 'succeeded']).whereNot({ kind: 'renewal' })
    .where('created_at', '>', new Date(now.getTime() - dayMs)).select('amount_minor');
  if (rows.reduce((sum, row) => sum + row.amount_minor, amountMinor) > limit) throw new DomainError('ERR_10001');
}
