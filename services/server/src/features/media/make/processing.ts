import type { TenantDb } from '@backlot/database';
import {
  filmKeys,
  newStorageRandom,
  placeFilm,
  readReadyMade,
  readyMadeName,
  type PhotoJob,
  type PictureOptions,
  type Watermark,
} from '@backlot/media';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AppContext } from '../../../context.ts';
import { append } from '../../../jobs/append.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findMedia, markFailed, markRefused, type MediaRow } from '../media-rows.ts';
import { leaveObjects, setDigest } from './processing-rows.ts';

/**
 * The medium with the options of its processing; null when it is not to be processed (any more). Objects that an
 * earlier attempt made with another watermark are not mixed with new ones: these lie under randoms of their own.
 */
export async function beginProcessing(ctx: AppContext, tenant: Tenant, mediaId: string, kind: MediaRow['kind']) {
  const watermark = await watermarkOf(ctx, tenant);
  const digest = watermarkDigest(watermark);
  const found = await ctx.database.tenants.read(tenant, (db) => findMedia(db, mediaId));
  if (found === null || found.kind !== kind || found.state !== 'processing') return null;
  const media = found.watermark === digest ? found : await drawAnew(ctx, tenant, found, digest);
  if (media === null) return null;
  return { media, options: { ...optionsOf(media, watermark), ...digestOption(ctx, tenant, media) } };
}

const drawAnew = (
  ctx: AppContext,
  tenant: Tenant,
  { id }: MediaRow,
  watermark: string | null,
): Promise<MediaRow | null> =>
  ctx.database.tenants.write(tenant, async (db) => {
    const before = await db('media').where({ id, state: 'processing' }).forUpdate().first();
    if (!before) return null;
    await leaveObjects(db, before, ctx.clock.now());
    const [media] = await db('media')
      .where({ id })
      .update({ watermark, private_random: newStorageRandom(), public_random: newStorageRandom() })
      .returning('*');
    return media ?? null;
  });

/** The pipeline, which has the bytes at hand, tells the digest of an original that came past us. A trailer has no bytes of its own. */
const digestOption = (
  ctx: AppContext,
  tenant: Tenant,
  media: MediaRow,
): { onDigest?: (sha256: string) => Promise<void> } =>
  media.sha256 !== null || media.trailer_start_ms !== null
    ? {}
    : { onDigest: (sha256) => ctx.database.tenants.write(tenant, (db) => setDigest(db, media.id, sha256)) };

/** The watermark that media of this site get from now on, by its settings; null for none. */
export async function watermarkOf(ctx: AppContext, tenant: Tenant): Promise<Watermark | null> {
  const settings = await ctx.settings.of(tenant);
  const text = tenant.canonicalHost ?? tenant.hosts[0];
  if (!settings.enable_watermark || text === undefined) return null;
  return {
    text,
    size: settings.watermark_size,
    color: settings.watermark_color,
    position: settings.watermark_position as Watermark['position'],
  };
}

/** Where and how a mark is drawn: what was marked in another way is otherwise marked. 2: inside the square in the middle. */
const drawing = 2;

/** What a row keeps of the watermark that its sizes carry. */
export const watermarkDigest = (watermark: Watermark | null): string | null =>
  watermark === null
    ? null
    : createHash('sha256')
        .update(JSON.stringify([drawing, watermark.text, watermark.size, watermark.color, watermark.position]))
        .digest('hex')
        .slice(0, 16);

export const optionsOf = (
  media: Pick<MediaRow, 'rotation' | 'blur_round'>,
  watermark: Watermark | null,
): PictureOptions => ({ rotation: media.rotation, blurRound: media.blur_round, watermark });

/** The sizes of a declared picture that lie ready made in its site's folder, for its job. */
export async function readyMadeSizes(ctx: AppContext, tenant: Tenant, media: MediaRow): Promise<PhotoJob['ready']> {
  return (await findReadyMade(ctx, tenant, media))?.photo ?? null;
}

/** Stores the qualities and the poster of a declared film that lie ready made in its site's folder, where its pipeline goes on. */
export async function placeReadyMadeFilm(ctx: AppContext, tenant: Tenant, media: MediaRow): Promise<void> {
  const found = await findReadyMade(ctx, tenant, media);
  if (found === null) return;
  const keyFor = filmKeys(tenant, { private: media.private_random, public: media.public_random });
  await placeFilm(ctx.storage, keyFor, found);
}

/**
 * Found by the digest of the original's bytes. Only what came with the site's declaration and was not turned or cut
 * since: a first start then copies what would be minutes of work.
 */
async function findReadyMade(ctx: AppContext, tenant: Tenant, media: MediaRow) {
  const isUnchanged = media.rotation === 0 && media.blur_round === 0 && media.trailer_start_ms === null;
  if (media.created_by !== null || !isUnchanged || media.sha256 === null) return null;
  const name = readyMadeName(media.sha256, media.watermark);
  return readReadyMade(join(ctx.config.tenantsDir, tenant.slug, 'content/made', name));
}

/** With the queue's back-off these span several minutes. */
export const PROCESS_ATTEMPTS = 5;
/** A few more in the queue: when the last attempt was killed, another one has to say that it failed. */
export const QUEUED_ATTEMPTS = PROCESS_ATTEMPTS + 3;

/** One attempt of a job to process a medium. */
export interface Attempt {
  readonly attempt: number;
  /** The process wants to stop. */
  readonly signal?: AbortSignal;
}

/**
 * Ends a medium's processing, with what hangs on it and the news for its maker. False for one that was settled before,
 * which is left alone.
 */
export async function settleMedia(
  ctx: AppContext,
  tenant: Tenant,
  mark: (db: TenantDb, now: Date) => Promise<MediaRow | null>,
  { tellsMaker = true }: { readonly tellsMaker?: boolean } = {},
): Promise<boolean> {
  const now = ctx.clock.now();
  return ctx.database.tenants.write(tenant, async (db) => {
    const media = await mark(db, now);
    if (media === null) return false;
    for (const holder of ctx.mediaHolders)
      await holder.settled?.(db, { id: media.id, isReady: media.state === 'ready' });
    if (tellsMaker && media.created_by !== null) await tellState(db, media.created_by, media);
    return true;
  });
}

export async function settleFailed(ctx: AppContext, tenant: Tenant, mediaId: string, code: string): Promise<void> {
  await settleMedia(ctx, tenant, (db, now) => markFailed(db, mediaId, code, now));
}

/** One whose bytes were refused or did not come whole. Whoever sent them hears it as the answer. */
export const settleRefused = (ctx: AppContext, tenant: Tenant, mediaId: string, code: string): Promise<boolean> =>
  settleMedia(ctx, tenant, (db, now) => markRefused(db, mediaId, code, now), { tellsMaker: false });

/** Tells a person how a medium stands. */
export const tellState = (
  db: TenantDb,
  userId: string,
  media: Pick<MediaRow, 'id' | 'state' | 'error_code'>,
): Promise<void> =>
  append(db, `user:${userId}`, 'MEDIA_STATE', {
    mediaId: media.id,
    state: media.state === 'ready' ? 'ready' : 'error',
    code: media.error_code,
  });
