import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { minorOf } from '@backlot/domain/money/money';
import { purchaseLimit } from '@backlot/domain/people/photo-id';
import type { Settings } from '@backlot/domain/settings';
import { dayMs } from '@backlot/domain/formats/when';
import { findUser } from '../../accounts/index.ts';
import { hasWaitingPhotoId } from '../../photo-ids/index.ts';
import type { Sellables } from '../sellables.ts';
import type { IntentRow } from '../tables.ts';
import { sumBought } from './bought-rows.ts';

export interface Limiting {
  readonly settings: Settings;
  readonly sells: Sellables;
}

interface LimitedBuyer {
  readonly userId: string;
  readonly isPhotoIdAccepted: boolean;
}

/** DECISIONS 39d: without an accepted photo id a fan buys up to a limit in 24 hours, twice as high while one waits. @throws ERR_10001 */
export async function requireWithinLimit(
  db: TenantDb,
  limiting: Limiting,
  buyer: LimitedBuyer,
  amountMinor: number,
  now: Date,
): Promise<void> {
  if (!(await isWithinLimit(db, limiting, buyer, amountMinor, now))) throw new DomainError('ERR_10001');
}

async function isWithinLimit(
  db: TenantDb,
  { settings, sells }: Limiting,
  buyer: LimitedBuyer,
  amountMinor: number,
  now: Date,
): Promise<boolean> {
  if (amountMinor === 0) return true;
  const limit = await purchaseLimitOf(db, settings, buyer);
  return limit === null || (await boughtToday(db, sells, buyer.userId, now)) + amountMinor <= limit;
}

/**
 * Whether money came for a purchase that was given up, and counts no more, beyond what its buyer may buy: a provider's
 * page may stay open when we have closed it, so that any number could be opened first and paid afterwards.
 */
export async function isLateBeyondLimit(
  db: TenantDb,
  limiting: Limiting,
  { kind, state, user_id: userId, amount_minor: amountMinor }: IntentRow,
  now: Date,
): Promise<boolean> {
  if ((state !== 'abandoned' && state !== 'declined') || limiting.sells.get(kind).draft === null) return false;
  const isPhotoIdAccepted = (await findUser(db, userId))?.photo_id_accepted_at != null;
  return !(await isWithinLimit(db, limiting, { userId, isPhotoIdAccepted }, amountMinor, now));
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
  return sumBought(db, userId, byItself, new Date(now.getTime() - dayMs));
}
