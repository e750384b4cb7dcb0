import { DomainError } from '@backlot/contracts';
import { receiveUpload, storageKey, verifyUploadPath, type ReceivedUpload } from '@backlot/media';
import type { Readable } from 'node:stream';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { addressKeysOf } from './address-keys.ts';
import { findMedia, markFailed, markReceived, type MediaRow } from './media-rows.ts';
import { processPhotoLater } from './process-photo.ts';

/**
 * Takes the bytes of one file; its signed address is the right. Sent again after an answer was lost, it is accepted
 * without being read. The original is stored first and the row follows: a crash in between leaves a row that waits.
 * @throws `not-found` for an address that is not ours, `upload-expired`, `file-too-large`, `media-format`
 */
export async function receiveFile(ctx: AppContext, tenant: Tenant, sent: { path: string; body: Readable; announcedBytes?: number; now: Date }): Promise<void> {
  const pass = verifyUploadPath(await addressKeysOf(ctx), sent.path, { tenant, now: sent.now.getTime() });
  if (!pass.allowed) throw new DomainError(pass.reason === 'expired' ? 'upload-expired' : 'not-found');
  const media = await ctx.database.tenants.read(tenant, (db) => findMedia(db, pass.mediaId));
  if (media === null) throw new DomainError('not-found');
  if (media.state === 'error') throw refusalOf(media.error_code ?? '', media);
  if (media.state !== 'waiting') return;
  const key = storageKey(tenant, 'original', media.original_random);
  const got = await receiveUpload(sent.body, {
    storage: ctx.storage, key, maxBytes: pass.maxBytes, ...(sent.announcedBytes === undefined ? {} : { announcedBytes: sent.announcedBytes }),
  });
  const refused = refusalCode(got);
  if (refused !== null) {
    // A line that broke may be tried again on the same address.
    if (refused === 'interrupted') throw new DomainError('invalid-request');
    await ctx.database.tenants.write(tenant, (db) => markFailed(db, media.id, refused, sent.now));
    await ctx.storage.remove(key);
    throw refusalOf(refused, media);
  }
  if (!got.received) return;
  await ctx.database.tenants.write(tenant, async (db) => {
    if (await markReceived(db, media.id, { size: got.size, sha256: got.sha256, now: sent.now })) await processPhotoLater(db, media.id);
  });
}

function refusalCode(got: ReceivedUpload): 'interrupted' | 'file-too-large' | 'media-format' | null {
  if (got.received) return got.content.kind === 'photo' ? null : 'media-format';
  if (got.reason === 'interrupted') return 'interrupted';
  return got.reason === 'too_large' ? 'file-too-large' : 'media-format';
}

const refusalOf = (code: string, media: MediaRow): DomainError =>
  (code === 'file-too-large' ? new DomainError('file-too-large', { name: media.file_name }) : new DomainError('media-format'));
