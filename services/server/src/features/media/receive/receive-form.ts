import { DomainError } from '@backlot/contracts';
import { signUploadPath } from '@backlot/media';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { addressKeysOf } from '../serve/media-addresses.ts';
import { listMedia, type MediaRow } from '../media-rows.ts';
import { ADDRESS_SECONDS, mostBytes, presignUpload } from './upload-addresses.ts';
import { readForm, type FormFile } from './read-form.ts';
import { receiveFile } from './receive-bytes.ts';

export interface SentForm {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  readonly maxFiles: number;
  readonly now: Date;
}

/** Fields beside the files, of which none is read. */
const MOST_FIELDS = 50;

/**
 * Takes the files of a form one after another, each as if it had been announced and sent to its address; none is held
 * in memory. What else the form says is not read.
 * @throws as announcing and sending do; `content-type-refused` for what is no form, `media-required`, `max-45`
 */
export async function receiveForm(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { headers, body, maxFiles, now }: SentForm,
): Promise<MediaRow[]> {
  const ids: string[] = [];
  // Who goes away before the form is read tells nobody but us.
  body.on('error', () => undefined);
  try {
    for await (const file of readForm(body, headers['content-type'], { maxFiles, maxParts: maxFiles + MOST_FIELDS })) {
      ids.push(await receiveOne(ctx, tenant, actor, file, now));
    }
  } finally {
    // What still comes is not kept.
    body.resume();
  }
  if (ids.length === 0) throw new DomainError('media-required');
  return ctx.database.tenants.read(tenant, (db) => listMedia(db, ids));
}

async function receiveOne(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { name, type, bytes }: FormFile,
  now: Date,
): Promise<string> {
  const kind = type.startsWith('video/') ? 'video' : 'photo';
  const { id } = await presignUpload(
    ctx,
    tenant,
    actor,
    { file_name: (name || kind).slice(0, 255), content_type: type.slice(0, 100), media_type: kind },
    now,
  );
  const path = signUploadPath(await addressKeysOf(ctx), {
    tenant,
    mediaId: id,
    maxBytes: mostBytes(kind),
    expiresAt: now.getTime() + ADDRESS_SECONDS * 1000,
  });
  await receiveFile(ctx, tenant, { path, body: bytes, now });
  return id;
}
