import { DomainError } from '@backlot/contracts';
import { maxPhotoBytes } from '@backlot/domain/limits';
import {
  newStorageRandom,
  sniff,
  sniffBytes,
  storageKey,
  type Sniffed,
  type Storage,
  type StoredObject,
  type TenantKey,
} from '@backlot/media';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { tenantKey, type Tenant, type TenantKey as SiteKey } from '../../../sites/tenant.ts';
import { processFilmLater } from '../make/process-film.ts';
import { processPhotoLater } from '../make/process-photo.ts';
import { settleRefused } from '../make/processing.ts';
import { markReceived, type MediaRow } from '../media-rows.ts';
import { mostBytes } from './upload-addresses.ts';
import {
  addRandom,
  findIncoming,
  isParted,
  multipartOf,
  partBytes,
  partsCount,
  type Incoming,
  type PartedUpload,
} from './upload-rows.ts';

const WAITS_MS = [100, 300];

/**
 * Takes what was sent for the original. However often and from however many sides it is called, one wins and the
 * others find it done.
 * @throws `not-found` also for another's upload, `upload-incomplete`, `upload-expired`, `media-format`, `file-too-large`
 */
export async function completeUpload(
  ctx: AppContext,
  tenant: Tenant,
  actor: Pick<Actor, 'trueAuthor'>,
  mediaId: string,
): Promise<MediaRow> {
  const find = (): Promise<Incoming | null> =>
    ctx.database.tenants.read(tenant, (db) => findIncoming(db, mediaId, actor.trueAuthor));
  const incoming = await find();
  if (incoming === null) throw new DomainError('not-found');
  if (incoming.media.state === 'waiting')
    await onceAtATime(tenantKey(tenant, mediaId), () => finishUpload(ctx, tenant, incoming));
  const media = (await find())?.media;
  if (media === undefined) throw new DomainError('not-found');
  if (media.state === 'error' && (media.error_code === 'media-format' || media.error_code === 'file-too-large'))
    throw refusalOf(media.error_code, media);
  return media;
}

const running = new Map<SiteKey, Promise<void>>();

/** Putting gigabytes together takes a while; whoever asks meanwhile waits for the same. */
function onceAtATime(key: SiteKey, work: () => Promise<void>): Promise<void> {
  const known = running.get(key) ?? work().finally(() => running.delete(key));
  running.set(key, known);
  return known;
}

/** @throws as `completeUpload` */
export async function finishUpload(ctx: AppContext, tenant: Tenant, { media, upload }: Incoming): Promise<void> {
  if (upload === null) throw new DomainError('upload-expired');
  if (isParted(upload)) return joinParts(ctx, tenant, media, upload);
  if (upload.part_size !== null) throw new DomainError('upload-incomplete', { name: media.file_name });
  const sent = await statSoon(ctx.storage, storageKey(tenant, 'original', media.original_random));
  if (sent === null) throw new DomainError('upload-incomplete', { name: media.file_name });
  if (sent.size > mostBytes(media.kind)) return refuse(ctx, tenant, media, 'file-too-large', [media.original_random]);
  await takeCopy(ctx, tenant, media);
}

/** Some stores do not know at once what was just sent. */
async function statSoon(storage: Storage, key: TenantKey): Promise<StoredObject | null> {
  for (const waitMs of storage.origin === null ? [] : WAITS_MS) {
    const found = await storage.stat(key);
    if (found !== null) return found;
    await sleep(waitMs);
  }
  return storage.stat(key);
}

/** The address of the sent object works for a while yet: what counts is a copy that it does not reach. */
async function takeCopy(ctx: AppContext, tenant: Tenant, media: MediaRow): Promise<void> {
  const random = newStorageRandom();
  if (!(await ctx.database.tenants.write(tenant, (db) => addRandom(db, media.id, random))))
    throw new DomainError('not-found');
  const copied = await ctx.storage.copy(
    storageKey(tenant, 'original', media.original_random),
    storageKey(tenant, 'original', random),
  );
  const kept = copied ? await ctx.storage.stat(storageKey(tenant, 'original', random)) : null;
  // Somebody else was here first, or gave it up.
  if (kept === null) return;
  await acceptOriginal(ctx, tenant, media, {
    random,
    size: kept.size,
    sha256: null,
    content: await sniffOriginal(ctx, tenant, random, kept.size),
  });
  await ctx.storage.remove(storageKey(tenant, 'original', media.original_random));
}

async function joinParts(ctx: AppContext, tenant: Tenant, media: MediaRow, upload: PartedUpload): Promise<void> {
  const multipart = multipartOf(tenant, media, upload);
  const parts = await ctx.storage.listParts(multipart);
  if (parts !== null) {
    const isWhole =
      parts.length === partsCount(upload) &&
      parts.every(({ number, size }, at) => number === at + 1 && size === partBytes(upload, number));
    if (!isWhole) throw new DomainError('upload-incomplete', { name: media.file_name });
    if ((await ctx.storage.completeMultipart(multipart, parts)) === 'changed')
      throw new DomainError('upload-incomplete', { name: media.file_name });
  }
  // No parts left: put together before, by one who did not come to say so.
  const joined = await ctx.storage.stat(multipart.key);
  if (joined === null || joined.size !== upload.size)
    throw new DomainError('upload-incomplete', { name: media.file_name });
  const random = media.original_random;
  await acceptOriginal(ctx, tenant, media, {
    random,
    size: joined.size,
    sha256: null,
    content: await sniffOriginal(ctx, tenant, random, joined.size),
  });
}

/** Bytes that lie whole in the store, under a random that nobody can write to any more. */
interface Arrived {
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
async function sniffOriginal(ctx: AppContext, tenant: Tenant, random: string, size: number): Promise<Sniffed> {
  if (size === 0) return { kind: 'refused', reason: 'empty' };
  const head = await ctx.storage.open(storageKey(tenant, 'original', random), {
    start: 0,
    end: Math.min(size, sniffBytes) - 1,
  });
  return head === null ? { kind: 'refused', reason: 'empty' } : sniff(await buffer(head.stream));
}
