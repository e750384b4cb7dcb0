import { DomainError } from '@backlot/contracts';
import type { Actor } from '../../../actor.ts';
import type { TenantDb } from '@backlot/database';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';

/**
 * Lets a fan buy without the limit that holds until a photo id is accepted (DECISIONS 39d), or sets it again. Said twice
 * it changes nothing. @throws not-found for whoever is no fan of this site
 */
export async function acceptPhotoId(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { userId, isAccepted }: { userId: string; isAccepted: boolean },
  now: Date,
): Promise<void> {
  await ctx.database.tenants.write(tenant, async (db) => {
    if (!(await changePhotoIdAccepted(db, userId, { isAccepted, by: actor.trueAuthor, now })))
      throw new DomainError('not-found');
  });
}

/** The same in a transaction. False for whoever is no fan of this site. */
export async function changePhotoIdAccepted(
  db: TenantDb,
  userId: string,
  { isAccepted, by, now }: { isAccepted: boolean; by: string; now: Date },
): Promise<boolean> {
  const fan = await lockFan(db, userId);
  if (fan === null) return false;
  if (fan.isPhotoIdAccepted === isAccepted) return true;
  await db('users')
    .where({ id: userId })
    .update({ photo_id_accepted_at: isAccepted ? now : null, photo_id_accepted_by: isAccepted ? by : null });
  return true;
}

/** Holds a fan's account until the transaction ends; null for whoever is no fan of this site. */
export async function lockFan(db: TenantDb, userId: string): Promise<{ isPhotoIdAccepted: boolean } | null> {
  const fan = await db('users').where({ id: userId, role: 'user' }).forUpdate().first('photo_id_accepted_at');
  return fan === undefined ? null : { isPhotoIdAccepted: fan.photo_id_accepted_at !== null };
}
