import { DomainError } from '@backlot/contracts';
import type { PhotoIdReason } from '@backlot/contracts/photo-ids';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { mailLater } from '../../mail/mail-later.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { changePhotoIdAccepted, lockFan } from '../accounts/index.ts';
import { findPhotoId, hasOpened, lockPhotoId, markDecided } from './photo-id-rows.ts';

/**
 * Accepts a photo id, which lifts the fan's limit, or rejects it; the fan is told by mail.
 * @throws `not-found`, `photo-id-decided` when it is no longer waiting, `photo-id-unopened` for whoever has not opened it,
 *   `invalid-request` for a rejection without a reason
 */
export async function decidePhotoId(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { id, isAccepted, reason }: { id: string; isAccepted: boolean; reason: PhotoIdReason | null },
  now: Date,
): Promise<void> {
  if (!isAccepted && reason === null)
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'reason', code: 'required' }] });
  await ctx.database.tenants.write(tenant, async (db) => {
    const found = await findPhotoId(db, id);
    if (found === null) throw new DomainError('not-found');
    // In the order in which an upload holds them.
    const fan = await lockFan(db, found.user_id);
    const row = await lockPhotoId(db, id);
    if (row.state !== 'waiting') throw new DomainError('photo-id-decided');
    if (!(await hasOpened(db, id, actor.trueAuthor))) throw new DomainError('photo-id-unopened');
    await markDecided(db, id, {
      state: isAccepted ? 'accepted' : 'rejected',
      decided_at: now,
      decided_by: actor.trueAuthor,
      reason: isAccepted ? null : reason,
    });
    if (isAccepted) await changePhotoIdAccepted(db, row.user_id, { isAccepted: true, by: actor.trueAuthor, now });
    // A fan whose limit staff have lifted by hand is not told that it applies again.
    if (!isAccepted && fan?.isPhotoIdAccepted) return;
    await mailLater(db, isAccepted ? 'photo-id-accepted' : 'photo-id-rejected', row.user_id, {
      photoId: id,
      reason: isAccepted ? null : reason,
    });
  });
}
