import { DomainError } from '@backlot/contracts';
import { maxPhotoBytes } from '@backlot/domain/limits';
import { sniff, sniffBytes, storageKey, type Sniffed } from '@backlot/media';
import { buffer } from 'node:stream/consumers';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { markReceived, type MediaRow } from '../media-rows.ts';
import { processFilmLater } from '../make/process-film.ts';
import { processPhotoLater } from '../make/process-photo.ts';
import { settleRefused } from '../make/settle-media.ts';

/** Bytes that lie whole in the store, under a random that nobody can write to any more. */
export interface Arrived {
  readonly random: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly content: Sniffed;
}

/**
 * Makes what arrived the original of a medium, once, and asks for its processing; its kind follows the bytes.
 * Whoever comes second changes nothing and takes their own copy away.
 * @throws `media-format`, `file-too-large`, after having settled the medium as failed
 */
export async function acceptOriginal(
  ctx: AppContext,
  tenant: Tenant,
  media: MediaRow,
  { random, size, sha256, content }: Arrived,
): Promise<void> {
  if (content.kind === 'refused' || size === 0) return refuse(ctx, tenant, media, 'media-format', [random]);
  if (content.kind === 'photo' && !(await ctx.settings.of(tenant)).is_photo_upload_enabled)
    return refuse(ctx, tenant, media, 'media-format', [random]);
  if (content.kind === 'photo' && size > maxPhotoBytes) return refuse(ctx, tenant, media, 'file-too-large', [random]);
  const isFirst = await ctx.database.tenants.write(tenant, async (db) => {
    if (!(await markReceived(db, media.id, { kind: content.kind, random, size, sha256, now: ctx.clock.now() })))
      return false;
    await (content.kind === 'photo' ? processPhotoLater(db, media.id) : processFilmLater(db, { mediaId: media.id }));
    return true;
  });
  if (!isFirst) await removeUnlessTaken(ctx, tenant, media.id, random);
}

/** Settles a medium that waits as failed, and throws why. */
export async function refuse(
  ctx: AppContext,
  tenant: Tenant,
  media: MediaRow,
  code: 'media-format' | 'file-too-large',
  randoms: readonly string[],
): Promise<never> {
  await settleRefused(ctx, tenant, media.id, code);
  for (const random of randoms) await removeUnlessTaken(ctx, tenant, media.id, random);
  throw refusalOf(code, media);
}

async function removeUnlessTaken(ctx: AppContext, tenant: Tenant, mediaId: string, random: string): Promise<void> {
  const row = await ctx.database.tenants.read(tenant, (db) =>
    db('media').where({ id: mediaId, original_random: random }).whereNot({ state: 'error' }).first('id'),
  );
  if (row === undefined) await ctx.storage.remove(storageKey(tenant, 'original', random));
}

export const refusalOf = (code: string, media: Pick<MediaRow, 'file_name'>): DomainError =>
  code === 'file-too-large'
    ? new DomainError('file-too-large', { name: media.file_name })
    : new DomainError('media-format');

/** What an object of the store is, by its first bytes. */
export async function sniffOriginal(ctx: AppContext, tenant: Tenant, random: string, size: number): Promise<Sniffed> {
  if (size === 0) return { kind: 'refused', reason: 'empty' };
  const head = await ctx.storage.open(storageKey(tenant, 'original', random), {
    start: 0,
    end: Math.min(size, sniffBytes) - 1,
  });
  return head === null ? { kind: 'refused', reason: 'empty' } : sniff(await buffer(head.stream));
}
