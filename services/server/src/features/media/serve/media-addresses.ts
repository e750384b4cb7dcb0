import type { MediaView } from '@backlot/contracts/posts';
import type { UploadView } from '@backlot/contracts/uploads';
import {
  addressWith,
  type AddressOf,
  mediaExpiry,
  mediaTicket,
  type MediaLevel,
  type MediaViewer,
  openSigningKeys,
  type SigningKeys,
} from '@backlot/media';
import type { AppContext } from '../../../context.ts';
import { BoundedMemory } from '../../../memory/bounded-memory.ts';
import { type Tenant, tenantKey, type TenantKey } from '../../../sites/tenant.ts';
import { textOf } from '../../../texts/texts.ts';
import { atMost } from '../../../tries/at-most.ts';
import type { MediaRow } from '../media-rows.ts';

export interface MediaSource {
  readonly width: number;
  readonly url: string;
  readonly content_type: string;
}

/** Makes addresses for one viewer. Ask the access rule first: whoever holds an address and its session may ask for the bytes. */
export interface MediaSigner {
  /**
   * `level`: how much of the medium the rule gives this viewer here, and so what its addresses open. It is signed once,
   * when the first of them is asked for.
   */
  of(media: MediaRow, level: MediaLevel): MediumAddresses;
  /** What all of these addresses end with. */
  ticket(media: MediaRow, level: MediaLevel): string;
}

export interface MediumAddresses {
  /** Sizes for `srcset`, ascending. */
  sources(): MediaSource[];
  /** Null for a picture that was not made. */
  url(variant: string): string | null;
  /** Nulls for photos and for what was not made. */
  film(): FilmAddresses;
  /** Of a variant that is known to be there. */
  address: AddressOf;
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
  const keys = await addressKeysOf(ctx);
  const viewer: MediaViewer = userId === null ? { kind: 'anyone' } : { kind: 'user', id: userId };
  const known: KnownTickets = userId === null ? knownToGuests(keys) : new Map();
  return signerBy((media, level) => {
    const expiresAt = endOf(media, now);
    const name = tenantKey(tenant, media.id, level, String(expiresAt));
    const found = known.get(name);
    if (found !== undefined) return found;
    const ticket = mediaTicket(keys, { tenant, mediaId: media.id, viewer, level, expiresAt });
    known.set(name, ticket);
    return ticket;
  });
}

/** A signer of which somebody else says the tickets. */
export const signerBy = (ticket: MediaSigner['ticket']): MediaSigner => ({
  ticket,
  of(media, level) {
    let address: AddressOf | null = null;
    return addressesOf(media, (variant) => (address ??= addressWith(media.id, level, ticket(media, level)))(variant));
  },
});

/** What was signed for one viewer. */
interface KnownTickets {
  get(name: TenantKey): string | undefined;
  set(name: TenantKey, ticket: string): unknown;
}

/** All guests have the same addresses until they end, an hour or two: signed once for all of them. */
const ofGuests = new WeakMap<SigningKeys, BoundedMemory<TenantKey, string>>();

function knownToGuests(keys: SigningKeys): KnownTickets {
  const known = ofGuests.get(keys) ?? new BoundedMemory<TenantKey, string>('media-addresses', atMost(10_000));
  ofGuests.set(keys, known);
  return known;
}

const addressesOf = (media: MediaRow, address: AddressOf): MediumAddresses => ({
  address,
  sources: () =>
    media.variants
      .filter(({ name, contentType }) => name.startsWith('w') && contentType === 'image/webp')
      .map(({ name, width, contentType }) => ({ width, url: address(name), content_type: contentType }))
      .sort((one, other) => one.width - other.width),
  url: (variant) => (media.variants.some(({ name }) => name === variant) ? address(variant) : null),
  film: () => {
    if (media.state !== 'ready' || media.film === null) return noFilm;
    const { renditions, mp4, sprite } = media.film;
    return {
      hls_url: renditions.length > 0 ? address('master') : null,
      mp4_url: mp4 === null ? null : address('mp4'),
      sprite:
        sprite === null
          ? null
          : {
              url: address('sprite'),
              columns: sprite.columns,
              rows: sprite.rows,
              width: sprite.width,
              height: sprite.height,
              interval: sprite.intervalMs / 1000,
            },
    };
  },
});

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

const opened = new WeakMap<Uint8Array, SigningKeys>();

/** The keys that sign addresses of media and of uploads; one secret of the deployment, always the same object. */
export async function addressKeysOf(ctx: AppContext): Promise<SigningKeys> {
  const secret = await ctx.secrets.get('media-signing-key');
  const keys = opened.get(secret) ?? openSigningKeys({ current: 'a', keys: { a: secret } });
  opened.set(secret, keys);
  return keys;
}

/** As its maker has it, to whom all of it is open. */
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
    thumbnail_url: media.state === 'ready' ? signer.of(media, 'full').url('thumb') : null,
    blur_url: blurUrl(media),
  };
}
