import { DomainError } from '@backlot/contracts';
import type { MyPhotoId } from '@backlot/contracts/photo-ids';
import { maxPhotoIdBytes } from '@backlot/domain/people/photo-id';
import { createDocumentPipeline, type DocumentPipeline, type KeptDocument, newStorageRandom } from '@backlot/media';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { lockFan, requireLiveSession } from '../accounts/index.ts';
import { lockBuyer } from '../ledger/index.ts';
import { readForm } from '../media/index.ts';
import { findMyPhotoId, myPhotoId } from './my-photo-id.ts';
import { photoIdKey, sealedNameOf } from './photo-id-key.ts';
import { insertPhotoId } from './photo-id-rows.ts';
import { removeUnopenable } from './remove-photo-ids.ts';
import { sealDocument } from './seal-document.ts';

export interface SentPhotoId {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  readonly now: Date;
}

/**
 * Takes a fan's photo id from a form; it replaces one that nobody has decided on. The document is stored, encrypted with a key
 * of its own, before the row that holds the key: interrupted in between, nobody can read it.
 * @throws `photo-id-not-needed` where nothing limits the fan, `photo-id-required`, `photo-id-format`, `photo-id-damaged`,
 *   `file-too-large`, `session-ended`, and what a broken form throws
 */
export async function sendPhotoId(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { headers, body, now }: SentPhotoId,
): Promise<MyPhotoId> {
  body.on('error', () => undefined);
  let sent: Buffer;
  try {
    await requireNeed(ctx, tenant, actor);
    sent = await readOne(body, headers['content-type']);
  } finally {
    // The rest of the body is discarded.
    body.resume();
  }
  const document = await documentOf(ctx, tenant, sent);
  const id = v7();
  const random = newStorageRandom();
  const key = photoIdKey(tenant, random);
  const sealed = sealDocument(document.bytes, sealedNameOf(tenant, id));
  await ctx.storage.put(key, sealed.bytes, {
    contentType: 'application/octet-stream',
    maxBytes: sealed.bytes.length,
  });
  const settings = await ctx.settings.of(tenant);
  try {
    const mine = await ctx.database.tenants.write(tenant, async (db) => {
      // The account may have become another person's since the form was begun (`claimAddress`).
      await lockBuyer(db, actor.userId);
      await requireLiveSession(db, actor, now);
      // Another upload, or a decision that lifts the limit, waits for this lock or is committed already.
      const fan = await lockFan(db, actor.userId);
      if (fan === null || fan.isPhotoIdAccepted) throw new DomainError('photo-id-not-needed');
      await insertPhotoId(db, {
        id,
        user_id: actor.userId,
        sent_at: now,
        content_type: document.contentType,
        storage_random: random,
        sealed_key: ctx.secrets.seal(sealed.key.toString('base64')),
      });
      return myPhotoId(db, settings, actor.userId);
    });
    // Where this fails, the nightly job does it.
    await removeUnopenable(ctx, tenant, now).catch((error: unknown) =>
      ctx.log.error({ err: error, tenant: tenant.id }, 'a replaced photo id could not be removed'),
    );
    return mine;
  } catch (error) {
    if (error instanceof DomainError) await ctx.storage.remove(key);
    throw error;
  }
}

/** A document that would change nothing is not kept. */
async function requireNeed(ctx: AppContext, tenant: Tenant, actor: Actor): Promise<void> {
  const { limit } = await findMyPhotoId(ctx, tenant, actor);
  if (limit === null) throw new DomainError('photo-id-not-needed');
}

async function readOne(body: Readable, contentType: string | undefined): Promise<Buffer> {
  for await (const { name, bytes } of readForm(body, contentType, { maxFiles: 1, maxParts: 10 })) {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxPhotoIdBytes) throw new DomainError('file-too-large', { name: name.slice(0, 255) });
      chunks.push(chunk);
    }
    // A form whose field was left empty sends a file of no bytes.
    if (size === 0) break;
    return Buffer.concat(chunks);
  }
  throw new DomainError('photo-id-required');
}

async function documentOf(ctx: AppContext, tenant: Tenant, sent: Buffer): Promise<KeptDocument> {
  const outcome = await pipeline().process(sent);
  if (outcome.kept) return outcome.document;
  ctx.log.info({ tenant: tenant.id, reason: outcome.reason, detail: outcome.detail }, 'a photo id was refused');
  if (outcome.reason === 'not_supported') throw new DomainError('photo-id-format');
  throw new DomainError('photo-id-damaged');
}

let made: DocumentPipeline | undefined;
/** One a process, so that the number of children is bounded for all sites together. */
const pipeline = (): DocumentPipeline => (made ??= createDocumentPipeline());
