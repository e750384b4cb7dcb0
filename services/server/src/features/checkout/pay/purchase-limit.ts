import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { minorOf } from '@backlot/domain/money/money';
import { purchaseLimit } from '@backlot/domain/people/photo-id';
import type { Settings } from '@backlot/domain/settings';
import { dayMs } from '@backlot/domain/formats/when';
import { hasWaitingPhotoId } from '../../photo-ids/index.ts';
import type { Sellables } from '../sellables.ts';

/** DECISIONS 39d: without an accepted photo id a fan buys up to a limit in 24 hours, twice as high while one waits. @throws ERR_10001 */
export async function requireWithinLimit(
  db: TenantDb,
  { settings, sells }: { settings: Settings; sells: Sellables },
  buyer: { userId: string; isPhotoIdAccepted: boolean },
  amountMinor: number,
  now: Date,
): Promise<void> {
  if (amountMinor === 0) return;
  const limit = await purchaseLimitOf(db, settings, buyer);
  if (limit === null) return;
  if ((await boughtToday(db, sells, buyer.userId, now)) + amountMinor > limit) throw new DomainError('ERR_10001');
}

/** Minor units that a fan may buy in 24 hours; null for no limit. */
export async function purchaseLimitOf(
  db: TenantDb,
  settings: Settings,
  { userId, isPhotoIdAccepted: isAccepted }: { userId: string; isPhotoIdAccepted: boolean },
): Promise<number | null> {
  const limit = minorOf(settings.transaction_limit_without_photo_id);
  if (limit === 0 || isAccepted) return null;
  return purchaseLimit(limit, { isAccepted, isWaiting: await hasWaitingPhotoId(db, userId) });
}

/** Minor units of what a fan bought, or is about to, in the last 24 hours. */
export async function boughtToday(db: TenantDb, sells: Sellables, userId: string, now: Date): Promise<number> {
  // What the site charges by itself is nothing that the fan buys.
  const byItself = sells.all.filter(({ draft }) => draft === null).map(({ kind }) => kind);
  const rows = await db('payment_intents')
    .where({ user_id: userId })
    .whereIn('state', ['open', 'succeeded'])
    .whereNotIn('kind', byItself)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .select('amount_minor');
  return rows.reduce((sum, row) => sum + row.amount_minor, 0);
}
