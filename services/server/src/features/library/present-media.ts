import type { LibraryMedia, MediaUse as MediaUseView } from '@backlot/contracts/library';
import { textOf } from '../../texts/texts.ts';
import { blurUrl, hasLostSound, type MediaSigner } from '../media/index.ts';
import type { LibraryRow } from './library-rows.ts';
import type { Holding } from './holdings.ts';

export interface PresentMedia {
  readonly signer: MediaSigner;
  readonly language: string;
  /** MEDIA-20. */
  readonly seesSize: boolean;
  readonly seesSales: boolean;
}

/** Widest size that a tile of the grid may choose, in pixels. */
const TILE_WIDTH = 640;

export function presentLibraryMedia(
  row: LibraryRow,
  holding: Holding,
  { signer, language, seesSize, seesSales }: PresentMedia,
): LibraryMedia {
  const isReady = row.state === 'ready';
  const addresses = signer.of(row, 'full');
  const sources = isReady ? addresses.sources() : [];
  const small = sources.filter(({ width }) => width <= TILE_WIDTH);
  const tile = small.length > 0 ? small : sources.slice(0, 1);
  return {
    _id: row.id,
    name: row.file_name,
    type: row.kind,
    content_type: row.kind,
    state: row.state === 'ready' || row.state === 'error' ? row.state : 'processing',
    is_process: row.state === 'processing',
    is_error: row.state === 'error',
    error_code: row.error_code,
    error_text: row.error_code === null ? null : textOf(language, row.error_code, { name: row.file_name }),
    progress: row.progress,
    createdAt: row.created_at.toISOString(),
    size: seesSize ? row.size : null,
    width: row.width,
    height: row.height,
    video_duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    is_sound_lost: hasLostSound(row),
    small_thumb: isReady ? addresses.url('thumb') : null,
    thumbnail_url: tile[0]?.url ?? null,
    sources: tile,
    url: tile.at(-1)?.url ?? null,
    video_poster: row.kind === 'video' ? (tile.at(-1)?.url ?? null) : null,
    blur_url: blurUrl(row),
    placeholder: row.thumbhash,
    category:
      row.category_id === null || row.category_name === null ? null : { _id: row.category_id, name: row.category_name },
    is_preview: row.is_preview,
    used_in: holding.shownIn,
    sold_to: seesSales ? holding.soldTo : null,
    is_sold: holding.soldTo > 0,
  };
}

export const presentUses = ({ uses, buyersOf }: Holding, areSalesShown: boolean): MediaUseView[] =>
  uses.map((use) => ({
    holder: use.holder,
    _id: use.id,
    title: use.title,
    state: use.state,
    visibility: use.visibility,
    date: use.publishAt.toISOString(),
    as_preview: use.isPreview,
    buyers: areSalesShown ? (buyersOf.get(use.id) ?? 0) : null,
  }));
