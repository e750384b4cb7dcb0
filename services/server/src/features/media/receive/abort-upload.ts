import { DomainError } from '@backlot/contracts';
import { storageKey } from '@backlot/media';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { settleRefused } from '../make/processing.ts';
import { deleteMedia } from '../media-rows.ts';
import { findIncoming, isParted, multipartOf, type Incoming } from './upload-rows.ts';

/** @throws `not-found` also for another's upload */
export async function abortUpload(ctx: AppContext, tenant: Tenant, actor: Actor, mediaId: string): Promise<void> {
  const incoming = await ctx.database.tenants.read(tenant, (db) => findIncoming(db, mediaId, actor.trueAuthor));
  if (incoming === null) throw new DomainError('not-found');
  await giveUp(ctx, tenant, incoming);
}

/** Only what did not come whole. The row goes last: it is what knows where bytes may lie. */
export async function giveUp(ctx: AppContext, tenant: Tenant, { media, upload }: Incoming): Promise<void> {
  if (media.state !== 'waiting') return;
  if (!(await settleRefused(ctx, tenant, media.id, 'upload-failed'))) return;
  await removeIncoming(ctx, tenant, { media, upload });
  await ctx.database.tenants.write(tenant, (db) => deleteMedia(db, media.id));
}

/** All bytes that an upload may have left, but for the original that counts (`keep`). */
export async function removeIncoming(
  ctx: AppContext,
  tenant: Tenant,
  { media, upload }: Incoming,
  keep?: string,
): Promise<void> {
  if (isParted(upload)) await ctx.storage.abortMultipart(multipartOf(tenant, media, upload));
  for (const random of upload?.randoms ?? [media.original_random]) {
    if (random !== keep) await ctx.storage.remove(storageKey(tenant, 'original', random));
  }
}
