import type { MediaView } from '@backlot/contracts/posts';
import type { UploadView } from '@backlot/contracts/uploads';
import { checkSigningKeys, mediaExpiry, type MediaViewer, type SigningKeys, signMediaPath } from '@backlot/media';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { textOf } from '../../../texts/texts.ts';
import type { MediaRow } from '../media-rows.ts';

export interface MediaSource {
  readonly width: number;
  readonly url: string;
  readonly content_type: string;
}

/** Makes addresses for one viewer. Ask the access rule first: whoever holds an address and its session may see. */
export interface MediaSigner {
  /** Sizes for `srcset`, ascending. */
  sources(media: MediaRow): MediaSource[];
  url(media: MediaRow, variant: string): string | null;
  /** Nulls for photos and for what was not made. */
  film(media: MediaRow): FilmAddresses;
  /** Of a variant that is known to be there. */
  address(media: MediaRow, variant: string): string;
}

export type FilmAddresses = Pick<MediaView, 'hls_url' | 'mp4_url' | 'sprite'>;
export const noFilm: FilmAddresses = { hls_url: null, mp4_url: null, sprite: null };

/** Lives between one and two hours; ends of a picture's addresses fall on the same moment of an hour, so that caches help. */
const STEP_MS = 3_600_000;

/** `userId` null: for media that every guest may see. The address lies on the page's own host, where its cookie is. */
export async function openMediaSigner(
  ctx: AppContext,
  tenant: Tenant,
  userId: string | null,
  now: Date,
): Promise<MediaSigner> {
  return signerFor(await addressKeysOf(ctx), tenant, userId, now);
}

function signerFor(keys: SigningKeys, tenant: Tenant, userId: string | null, now: Date): MediaSigner {
  const viewer: MediaViewer = userId === null ? { kind: 'anyone' } : { kind: 'user', id: userId };
  const sign = (media: MediaRow, variant: string): string =>
    signMediaPath(keys, { tenant, mediaId: media.id, variant, viewer, expiresAt: endOf(media, now) });
  return {
    sources: (media) =>
      media.variants
        .filter(({ name, contentType }) => name.startsWith('w') && contentType === 'image/webp')
        .map(({ name, width, contentType }) => ({ width, url: sign(media, name), content_type: contentType }))
        .sort((one, other) => one.width - other.width),
    url: (media, variant) => (media.variants.some(({ name }) => name === variant) ? sign(media, variant) : null),
    address: sign,
    film: (media) => {
      if (media.state !== 'ready' || media.film === null) return noFilm;
      const { renditions, mp4, sprite } = media.film;
      return {
        hls_url: renditions.length > 0 ? sign(media, 'master') : null,
        mp4_url: mp4 === null ? null : sign(media, 'mp4'),
        sprite:
          sprite === null
            ? null
            : {
                url: sign(media, 'sprite'),
                columns: sprite.columns,
                rows: sprite.rows,
                width: sprite.width,
                height: sprite.height,
                interval: sprite.intervalMs / 1000,
              },
      };
    },
  };
}

/**
 * A film's addresses live by its length longer: a player reads its playlist once. A moment that the medium's own random
 * decides makes them others when it was made again, so that no cache shows the one before.
 */
const endOf = (media: MediaRow, now: Date): number =>
  mediaExpiry(now.getTime(), STEP_MS + (media.duration_ms ?? 0), STEP_MS) + momentOf(media);

const momentOf = ({ private_random: random }: Pick<MediaRow, 'private_random'>): number =>
  Number.parseInt(random.slice(0, 4), 16);

/** Whether an address was made for the medium as it is now, and not for one that was made of its original before. */
export const isOfThisMaking = (media: Pick<MediaRow, 'private_random'>, expiresAt: number): boolean =>
  (expiresAt - momentOf(media)) % STEP_MS === 0;

/** Made from 24 pixels: safe for everyone to see, and for caches to keep. */
export const blurUrl = (media: Pick<MediaRow, 'state' | 'public_random'>): string | null =>
  media.state === 'ready' ? `/media/public/${media.public_random}/blur` : null;

/** The keys that sign addresses of media and of uploads; one secret of the deployment. */
export async function addressKeysOf(ctx: AppContext): Promise<SigningKeys> {
  return checkSigningKeys({ current: 'a', keys: { a: await ctx.secrets.get('media-signing-key') } });
}

export function presentUpload(media: MediaRow, signer: MediaSigner, language: string): UploadView {
  return {
    _id: media.id,
    name: media.file_name,
    type: media.kind,
    progress: media.progress,
    duration: media.duration_ms === null ? null : media.duration_ms / 1000,
    state: media.state,
    error_code: media.error_code,
    message: media.error_code === null ? null : textOf(language, media.error_code, { name: media.file_name }),
    width: media.width,
    height: media.height,
    placeholder: media.thumbhash,
    thumbnail_url: media.state === 'ready' ? signer.url(media, 'thumb') : null,
    blur_url: blurUrl(media),
  };
}
