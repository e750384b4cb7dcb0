import { type BodyOf, DomainError } from '@backlot/contracts';
import {
  multipartFrom,
  type multipartStatus as statusCall,
  type partAddresses as partsCall,
  type PartPlan,
  type presignUpload as presignCall,
} from '@backlot/contracts/uploads';
import { isPhotoType, isUploadType, maxPhotoBytes, maxVideoBytes } from '@backlot/domain/limits';
import { newStorageRandom, signPartPath, signUploadPath, storageKey } from '@backlot/media';
import { v7 } from 'uuid';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findCategory } from '../category-rows.ts';
import { insertMedia, type MediaRow } from '../media-rows.ts';
import { addressKeysOf } from '../serve/media-addresses.ts';
import {
  findIncoming,
  insertUpload,
  isParted,
  multipartOf,
  partBytes,
  type PartedUpload,
  partsCount,
  setStoreUpload,
} from './upload-rows.ts';

/** How long one address works. */
export const ADDRESS_SECONDS = 3_600;
/** How long a file that is sent in parts may take, breaks and all. */
const PARTED_SECONDS = 24 * 3_600;
/** Small enough to be sent again over a poor line, large enough for every store (5 MiB at least, 10,000 parts at most). */
const PART_BYTES = 8 * 1024 * 1024;

/** Where uploads are sent to: the signed path lies below it. */
export const uploadBase = '/api';

/** `address` is whole where the store has its own, else a path on ours, else '' for a file that is sent in parts. */
export interface PresignedUpload {
  readonly id: string;
  readonly fileName: string;
  readonly address: string;
  readonly multipart: PartPlan | null;
}

/**
 * Makes room for one file and an address to send it to. What is announced is refused early; what arrives decides.
 * @throws `media-format`, `file-too-large`, `access-denied` while photos may not be uploaded
 */
export async function presignUpload(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: BodyOf<typeof presignCall>,
  now: Date,
): Promise<PresignedUpload> {
  const kind = input.media_type;
  const { is_photo_upload_enabled: isEnabled } = await ctx.settings.of(tenant);
  if (kind === 'photo' && !isEnabled) throw new DomainError('access-denied');
  const contentType = input.content_type ?? (kind === 'video' ? 'video/mp4' : 'image/jpg');
  if (!isTypeOf(kind, contentType.toLowerCase())) throw new DomainError('media-format');
  const name = plainName(input.file_name, kind);
  const size = input.size ?? null;
  if ((size ?? 0) > mostBytes(kind)) throw new DomainError('file-too-large', { name });
  const inParts = size !== null && size > multipartFrom;

  const id = v7();
  const fileName = fileNameOf(id, kind, contentType);
  const random = newStorageRandom();
  await ctx.database.tenants.write(tenant, async (db) => {
    await insertMedia(db, {
      id,
      kind,
      state: 'waiting',
      file_name: name,
      created_by: actor.trueAuthor,
      created_at: now,
      original_random: random,
      private_random: newStorageRandom(),
      public_random: newStorageRandom(),
      ...(input.media_category_id
        ? {
            category_id: (await findCategory(db, input.media_category_id))?.id ?? null,
          }
        : {}),
    });
    await insertUpload(db, {
      media_id: id,
      size,
      part_size: inParts ? PART_BYTES : null,
      store_upload_id: null,
      randoms: [random],
      expires_at: new Date(now.getTime() + (inParts ? PARTED_SECONDS : ADDRESS_SECONDS) * 1000),
    });
  });
  if (inParts) return { id, fileName, address: '', multipart: await beginParts(ctx, tenant, id, random, size) };
  const own = await ctx.storage.uploadAddress(storageKey(tenant, 'original', random), {
    seconds: ADDRESS_SECONDS,
    ...(size === null ? {} : { bytes: size }),
  });
  return { id, fileName, address: own ?? (await ourAddress(ctx, tenant, id, kind, now)), multipart: null };
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-m4v': 'm4v',
};

/** The `file_name` of an announced file: unlike the name on somebody's disk it names one file of the site. */
export const fileNameOf = (id: string, kind: MediaRow['kind'], contentType = ''): string =>
  `${id}.${extensions[contentType.toLowerCase()] ?? (kind === 'video' ? 'mp4' : 'jpg')}`;

async function beginParts(
  ctx: AppContext,
  tenant: Tenant,
  id: string,
  random: string,
  size: number,
): Promise<PartPlan> {
  const upload = await ctx.storage.createMultipart(storageKey(tenant, 'original', random), {
    contentType: 'application/octet-stream',
  });
  await ctx.database.tenants.write(tenant, (db) => setStoreUpload(db, id, upload.id));
  return { part_size: PART_BYTES, parts_count: Math.ceil(size / PART_BYTES) };
}

async function ourAddress(
  ctx: AppContext,
  tenant: Tenant,
  mediaId: string,
  kind: MediaRow['kind'],
  now: Date,
): Promise<string> {
  const path = signUploadPath(await addressKeysOf(ctx), {
    tenant,
    mediaId,
    maxBytes: mostBytes(kind),
    expiresAt: now.getTime() + ADDRESS_SECONDS * 1000,
  });
  return `${uploadBase}${path}`;
}

export const mostBytes = (kind: MediaRow['kind']): number => (kind === 'photo' ? maxPhotoBytes : maxVideoBytes);

/** The documents' own client says image/jpg (POST-107). */
const isTypeOf = (kind: MediaRow['kind'], type: string): boolean =>
  kind === 'photo' ? isPhotoType(type) || type === 'image/jpg' : isUploadType(type) && !isPhotoType(type);

/** The last part of a path, without control characters: it is shown in messages, never used as a path. */
export function plainName(given: string, otherwise = 'photo'): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .trim()
      .slice(0, 255) || otherwise
  );
}

/**
 * Addresses for parts, whole where the store has its own, else paths on ours.
 * @throws `not-found` also for another's upload, `upload-expired` after a day, `upload-complete`
 */
export async function partAddresses(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: BodyOf<typeof partsCall>,
  now: Date,
): Promise<Array<{ number: number; address: string }>> {
  const { media, upload } = await getParted(ctx, tenant, actor, input.media_id);
  if (media.state !== 'waiting') throw new DomainError('upload-complete', { name: media.file_name });
  if (now >= upload.expires_at) throw new DomainError('upload-expired');
  if (input.part_numbers.some((number) => number > partsCount(upload))) throw new DomainError('not-found');
  const keys = await addressKeysOf(ctx);
  return Promise.all(
    input.part_numbers.map(async (number) => {
      const bytes = partBytes(upload, number);
      const own = await ctx.storage.partAddress(multipartOf(tenant, media, upload), number, {
        seconds: ADDRESS_SECONDS,
        bytes,
      });
      return {
        number,
        address:
          own ??
          `${uploadBase}${signPartPath(keys, { tenant, mediaId: media.id, part: number, bytes, expiresAt: now.getTime() + ADDRESS_SECONDS * 1000 })}`,
      };
    }),
  );
}

/** @throws `not-found` also for another's upload */
export async function multipartStatus(ctx: AppContext, tenant: Tenant, actor: Actor, input: BodyOf<typeof statusCall>) {
  const { media, upload } = await getParted(ctx, tenant, actor, input.media_id);
  const count = partsCount(upload);
  return {
    part_size: upload.part_size,
    parts_count: count,
    size: upload.size,
    state: media.state,
    uploaded:
      media.state === 'waiting'
        ? await arrivedParts(ctx, tenant, media, upload)
        : Array.from({ length: count }, (_, at) => at + 1),
  };
}

async function arrivedParts(ctx: AppContext, tenant: Tenant, media: MediaRow, upload: PartedUpload): Promise<number[]> {
  const parts = (await ctx.storage.listParts(multipartOf(tenant, media, upload))) ?? [];
  return parts
    .filter(({ number, size }) => number <= partsCount(upload) && size === partBytes(upload, number))
    .map(({ number }) => number);
}

async function getParted(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  mediaId: string,
): Promise<{ media: MediaRow; upload: PartedUpload }> {
  const incoming = await ctx.database.tenants.read(tenant, (db) => findIncoming(db, mediaId, actor.trueAuthor));
  if (incoming === null || !isParted(incoming.upload)) throw new DomainError('not-found');
  return { media: incoming.media, upload: incoming.upload };
}
