import { DomainError } from '@backlot/contracts';
import { newStorageRandom, receiveUpload, storageKey, verifyUploadPath } from '@backlot/media';
import type { Readable } from 'node:stream';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { acceptOriginal, refusalOf, refuse } from './accept-original.ts';
import { addressKeysOf } from './address-keys.ts';
import { addRandom, findIncoming } from './upload-rows.ts';

/** Bytes on their way to us, and the signed path that they are sent to. */
export interface SentBytes { readonly path: string; readonly body: Readable; readonly announcedBytes?: number; readonly now: Date }

/**
 * Takes the bytes of one file; its signed address is the right. Sent again after an answer was lost, it is accepted
 * without being read. Each try has a place of its own in the store, so that one that comes late or at the same time
 * can't change what was accepted. The original is stored first and the row follows.
 * @throws `not-found` for an address that is not ours, `upload-expired`, `file-too-large`, `media-format`
 */
export async function receiveFile(ctx: AppContext, tenant: Tenant, sent: SentBytes): Promise<void> {
  const pass = verifyUploadPath(await addressKeysOf(ctx), sent.path, { tenant, now: sent.now.getTime() });
  if (!pass.allowed) throw new DomainError(pass.reason === 'expired' ? 'upload-expired' : 'not-found');
  const incoming = await ctx.database.tenants.read(tenant, (db) => findIncoming(db, pass.mediaId));
  if (incoming === null) throw new DomainError('not-found');
  const { media } = incoming;
  if (media.state === 'error') throw refusalOf(media.error_code ?? '', media);
  if (media.state !== 'waiting') return;
  const random = newStorageRandom();
  if (!await ctx.database.tenants.write(tenant, (db) => addRandom(db, media.id, random))) throw new DomainError('not-found');
  const got = await receiveUpload(sent.body, {
    storage: ctx.storage, key: storageKey(tenant, 'original', random), maxBytes: pass.maxBytes,
    ...(sent.announcedBytes === undefined ? {} : { announcedBytes: sent.announcedBytes }),
  });
  if (got.received) return acceptOriginal(ctx, tenant, media, { ...got, random });
  // A line that broke may be tried again on the same address.
  if (got.reason === 'interrupted') throw new DomainError('invalid-request');
  await refuse(ctx, tenant, media, got.reason === 'too_large' ? 'file-too-large' : 'media-format', [random]);
}
