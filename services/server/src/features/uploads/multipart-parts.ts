import { DomainError, type BodyOf } from '@backlot/contracts';
import type { multipartStatus as statusCall, partAddresses as partsCall } from '@backlot/contracts/uploads';
import { signPartPath } from '@backlot/media';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { addressKeysOf } from './address-keys.ts';
import type { MediaRow } from './media-rows.ts';
import { ADDRESS_SECONDS, uploadBase } from './presign-upload.ts';
import { findIncoming, isParted, multipartOf, partBytes, partsCount, type PartedUpload } from './upload-rows.ts';

/**
 * Addresses for parts, whole where the store has its own, else paths on ours.
 * @throws `not-found` also for another's upload, `upload-expired` after a day, `upload-complete`
 */
export async function partAddresses(ctx: AppContext, tenant: Tenant, actor: Actor, input: BodyOf<typeof partsCall>, now: Date): Promise<Array<{ number: number; address: string }>> {
  const { media, upload } = await getParted(ctx, tenant, actor, input.media_id);
  if (media.state !== 'waiting') throw new DomainError('upload-complete', { name: media.file_name });
  if (now >= upload.expires_at) throw new DomainError('upload-expired');
  if (input.part_numbers.some((number) => number > partsCount(upload))) throw new DomainError('not-found');
  const keys = await addressKeysOf(ctx);
  return Promise.all(input.part_numbers.map(async (number) => {
    const bytes = partBytes(upload, number);
    const own = await ctx.storage.partAddress(multipartOf(tenant, media, upload), number, { seconds: ADDRESS_SECONDS, bytes });
    return { number, address: own ?? `${uploadBase}${signPartPath(keys, { tenant, mediaId: media.id, part: number, bytes, expiresAt: now.getTime() + ADDRESS_SECONDS * 1000 })}` };
  }));
}

/** @throws `not-found` also for another's upload */
export async function multipartStatus(ctx: AppContext, tenant: Tenant, actor: Actor, input: BodyOf<typeof statusCall>) {
  const { media, upload } = await getParted(ctx, tenant, actor, input.media_id);
  const count = partsCount(upload);
  return {
    part_size: upload.part_size, parts_count: count, size: upload.size, state: media.state,
    uploaded: media.state === 'waiting' ? await arrivedParts(ctx, tenant, media, upload) : Array.from({ length: count }, (_, at) => at + 1),
  };
}

async function arrivedParts(ctx: AppContext, tenant: Tenant, media: MediaRow, upload: PartedUpload): Promise<number[]> {
  const parts = await ctx.storage.listParts(multipartOf(tenant, media, upload)) ?? [];
  return parts.filter(({ number, size }) => number <= partsCount(upload) && size === partBytes(upload, number)).map(({ number }) => number);
}

async function getParted(ctx: AppContext, tenant: Tenant, actor: Actor, mediaId: string): Promise<{ media: MediaRow; upload: PartedUpload }> {
  const incoming = await ctx.database.tenants.read(tenant, (db) => findIncoming(db, mediaId, actor.trueAuthor));
  if (incoming === null || !isParted(incoming.upload)) throw new DomainError('not-found');
  return { media: incoming.media, upload: incoming.upload };
}
