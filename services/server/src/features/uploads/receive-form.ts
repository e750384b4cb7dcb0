import { Busboy } from '@fastify/busboy';
import { DomainError } from '@backlot/contracts';
import { maxVideoBytes, signUploadPath } from '@backlot/media';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { addressKeysOf } from './address-keys.ts';
import { listMedia, type MediaRow } from './media-rows.ts';
import { ADDRESS_SECONDS, mostBytes, presignUpload } from './presign-upload.ts';
import { receiveFile } from './receive-file.ts';

export interface SentForm { readonly headers: IncomingHttpHeaders; readonly body: Readable; readonly maxFiles: number; readonly now: Date }

/**
 * Takes the files of a form one after another, each as if it had been announced and sent to its address; none is held
 * in memory. What else the form says is not read.
 * @throws as announcing and sending do; `content-type-refused` for what is no form, `media-required`, `max-45`
 */
export async function receiveForm(ctx: AppContext, tenant: Tenant, actor: Actor, { headers, body, maxFiles, now }: SentForm): Promise<MediaRow[]> {
  const form = openForm(headers, maxFiles);
  const ids: string[] = [];
  const open = new Set<Readable>();
  let files = Promise.resolve();
  await new Promise<void>((ended, failed) => {
    const fail = (error: unknown): void => {
      body.unpipe(form);
      for (const file of open) file.destroy(new Error('the form broke off'));
      // What still comes is not kept.
      body.resume();
      failed(error instanceof Error ? error : new Error(String(error)));
    };
    form.on('file', (_field: string, file: Readable, name: string, _encoding: string, type: string) => {
      open.add(file);
      file.on('error', () => undefined).once('close', () => open.delete(file)).once('end', () => open.delete(file));
      files = files.then(() => receiveOne(ctx, tenant, actor, { file, name, type, now })).then((id) => { ids.push(id); });
      files.catch(fail);
    });
    form.on('filesLimit', () => fail(new DomainError('max-45')));
    form.on('error', () => fail(new DomainError('invalid-request')));
    form.on('finish', () => { files.then(ended, fail); });
    body.on('error', fail).on('aborted', () => fail(new DomainError('invalid-request')));
    body.pipe(form);
  });
  if (ids.length === 0) throw new DomainError('media-required');
  return ctx.database.tenants.read(tenant, (db) => listMedia(db, ids));
}

function openForm(headers: IncomingHttpHeaders, maxFiles: number): Busboy {
  const type = headers['content-type'];
  if (type === undefined || !/^multipart\/form-data\s*;/i.test(type)) throw new DomainError('content-type-refused');
  try {
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits: { files: maxFiles, fields: 50, fieldSize: 20_000, parts: maxFiles + 50, fileSize: maxVideoBytes + 1, headerPairs: 50 } });
  } catch {
    throw new DomainError('invalid-request');
  }
}

interface FormFile { readonly file: Readable; readonly name: string; readonly type: string; readonly now: Date }

async function receiveOne(ctx: AppContext, tenant: Tenant, actor: Actor, { file, name, type, now }: FormFile): Promise<string> {
  const kind = type.startsWith('video/') ? 'video' : 'photo';
  const { id } = await presignUpload(ctx, tenant, actor, { file_name: (name || kind).slice(0, 255), content_type: type.slice(0, 100), media_type: kind }, now);
  const path = signUploadPath(await addressKeysOf(ctx), { tenant, mediaId: id, maxBytes: mostBytes(kind), expiresAt: now.getTime() + ADDRESS_SECONDS * 1000 });
  await receiveFile(ctx, tenant, { path, body: file, now });
  return id;
}
