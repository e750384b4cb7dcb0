import { DomainError } from '@backlot/contracts';
import { doors } from '@backlot/contracts/http/doors';
import {
  newStorageRandom,
  type ReceivedPart,
  receivePart as receivePartBytes,
  receiveUpload,
  storageKey,
  verifyPartPath,
  verifyUploadPath,
} from '@backlot/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { AppContext } from '../../../context.ts';
import { languageOf } from '../../../plugins/answers.ts';
import { takesFiles } from '../../../plugins/slow-bodies.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { textOf } from '../../../texts/texts.ts';
import type { MediaRow } from '../media-rows.ts';
import { addressKeysOf } from '../serve/media-addresses.ts';
import { acceptOriginal, refusalOf, refuse } from './complete-upload.ts';
import { uploadBase } from './upload-addresses.ts';
import { addRandom, findIncoming, isParted, multipartOf } from './upload-rows.ts';

/** `PUT` of one file, or of one part. Its bytes are read by nobody but the store, whatever type they claim to be. */
export function mountUploads(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    takesFiles(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.put(doors.uploadFile.path, { config: { door: doors.uploadFile } }, taking(ctx, receiveFile));
    scope.put(doors.uploadPart.path, { config: { door: doors.uploadPart } }, taking(ctx, receivePart));
  });
}

type Receive = (ctx: AppContext, tenant: Tenant, sent: SentBytes) => Promise<void>;

const taking = (ctx: AppContext, receive: Receive) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  const { tenant } = request.site;
  const path = (request.raw.url ?? '').slice(uploadBase.length);
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  // Without a content type fastify gives no body; the bytes are on the line all the same.
  const body = (request.body ?? request.raw) as Readable;
  try {
    await receive(ctx, tenant, {
      path,
      body,
      now: ctx.clock.now(),
      ...(Number.isFinite(announced) ? { announcedBytes: announced } : {}),
    });
  } catch (error) {
    // What is still on its way is not read to its end.
    if (error instanceof DomainError && error.code === 'file-too-large') reply.header('connection', 'close');
    throw error;
  }
  return { success: true, message: textOf(languageOf(request), 'upload-state-uploaded'), data: null };
};

/** Bytes on their way to us, and the signed path that they are sent to. */
export interface SentBytes {
  readonly path: string;
  readonly body: Readable;
  readonly announcedBytes?: number;
  readonly now: Date;
}

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
  if (!(await ctx.database.tenants.write(tenant, (db) => addRandom(db, media.id, random))))
    throw new DomainError('not-found');
  const got = await receiveUpload(sent.body, {
    storage: ctx.storage,
    key: storageKey(tenant, 'original', random),
    maxBytes: pass.maxBytes,
    ...(sent.announcedBytes === undefined ? {} : { announcedBytes: sent.announcedBytes }),
  });
  if (got.received) return acceptOriginal(ctx, tenant, media, { ...got, random });
  // A line that broke may be tried again on the same address.
  if (got.reason === 'interrupted') throw new DomainError('invalid-request');
  await refuse(ctx, tenant, media, got.reason === 'too_large' ? 'file-too-large' : 'media-format', [random]);
}

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
  if (sent.announcedBytes !== undefined && sent.announcedBytes !== pass.bytes)
    throw wrongPart(sent.announcedBytes > pass.bytes ? 'too_large' : 'too_small', media);

  const multipart = multipartOf(tenant, media, upload);
  const got = await receivePartBytes(sent.body, {
    storage: ctx.storage,
    upload: multipart,
    number: pass.part,
    bytes: pass.bytes,
  });
  if (!got.received) throw wrongPart(got.reason, media);
  if (pass.part !== 1 || got.content.kind !== 'refused') return;
  await ctx.storage.abortMultipart(multipart);
  await refuse(ctx, tenant, media, 'media-format', [media.original_random]);
}

/** The same part may be sent again, but for one whose upload is over. */
function wrongPart(reason: Exclude<ReceivedPart, { received: true }>['reason'], media: MediaRow): DomainError {
  if (reason === 'absent') return new DomainError('not-found');
  return reason === 'too_large'
    ? new DomainError('file-too-large', { name: media.file_name })
    : new DomainError('invalid-request');
}
