import { DomainError } from '@backlot/contracts';
import { receivePart as receivePartBytes, verifyPartPath, type ReceivedPart } from '@backlot/media';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { refusalOf, refuse } from './accept-original.ts';
import { addressKeysOf } from './address-keys.ts';
import type { MediaRow } from './media-rows.ts';
import type { SentBytes } from './receive-file.ts';
import { findIncoming, isParted, multipartOf } from './upload-rows.ts';

/**
 * Takes the bytes of one part; its signed address is the right. One that comes after the file was put together is
 * accepted without being read.
 * @throws `not-found` for an address that is not ours or an upload that was given up, `upload-expired`,
 *   `file-too-large`, `media-format` as soon as the first part shows it
 */
export async function receivePart(ctx: AppContext, tenant: Tenant, sent: SentBytes): Promise<void> {
  const pass = verifyPartPath(await addressKeysOf(ctx), sent.path, { tenant, now: sent.now.getTime() });
  if (!pass.allowed) throw new DomainError(pass.reason === 'expired' ? 'upload-expired' : 'not-found');
  const incoming = await ctx.database.tenants.read(tenant, (db) => findIncoming(db, pass.mediaId));
  if (incoming === null || !isParted(incoming.upload)) throw new DomainError('not-found');
  const { media, upload } = incoming;
  if (media.state === 'error') throw refusalOf(media.error_code ?? '', media);
  if (media.state !== 'waiting') return;
  // Before a byte is read.
  if (sent.announcedBytes !== undefined && sent.announcedBytes !== pass.bytes) throw wrongPart(sent.announcedBytes > pass.bytes ? 'too_large' : 'too_small', media);

  const multipart = multipartOf(tenant, media, upload);
  const got = await receivePartBytes(sent.body, { storage: ctx.storage, upload: multipart, number: pass.part, bytes: pass.bytes });
  if (!got.received) throw wrongPart(got.reason, media);
  if (pass.part !== 1 || got.content.kind !== 'refused') return;
  await ctx.storage.abortMultipart(multipart);
  await refuse(ctx, tenant, media, 'media-format', [media.original_random]);
}

/** The same part may be sent again, but for one whose upload is over. */
function wrongPart(reason: Exclude<ReceivedPart, { received: true }>['reason'], media: MediaRow): DomainError {
  if (reason === 'absent') return new DomainError('not-found');
  return reason === 'too_large' ? new DomainError('file-too-large', { name: media.file_name }) : new DomainError('invalid-request');
}
