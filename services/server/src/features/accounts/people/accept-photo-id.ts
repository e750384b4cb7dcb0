import { DomainError } from '@backlot/contracts';
import type { Actor } from '../../../actor.ts';
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
    const fan = await db('users').where({ id: userId, role: 'user' }).forUpdate().first('photo_id_accepted_at');
    if (!fan) throw new DomainError('not-found');
    if ((fan.photo_id_accepted_at !== null) === isAccepted) return;
    await db('users')
      .where({ id: userId })
      .update({
        photo_id_accepted_at: isAccepted ? now : null,
        photo_id_accepted_by: isAccepted ? actor.trueAuthor : null,
      });
  });
}
