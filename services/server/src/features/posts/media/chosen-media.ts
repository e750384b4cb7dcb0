import { DomainError, type ErrorCode } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { lockMediaStates } from '../../media/index.ts';

/** What a post counts of the pictures and films it holds. */
export interface MediaCounts {
  readonly photo_count: number;
  readonly video_count: number;
  readonly media_waiting: number;
}

/** The ids of a form: `media_item`, or as the documents' older payloads have them. Twice chosen is there once (POST-093). */
export function chosenFiles(input: {
  readonly media_item?: readonly string[];
  readonly media?: ReadonlyArray<{ readonly _id: string }>;
}): string[] | null {
  const ids = input.media_item ?? input.media?.map(({ _id }) => _id);
  return ids === undefined ? null : [...new Set(ids)];
}

interface PreviewInput {
  readonly media_preview_item?: string | readonly string[] | null;
  readonly media_preview?: ReadonlyArray<{ readonly _id: string }>;
}

/** All previews that were sent; undefined when nothing was said. One is the most (POST-110). */
export function chosenPreviews(input: PreviewInput): readonly string[] | undefined {
  const given = input.media_preview_item;
  if (given === undefined) return input.media_preview?.map(({ _id }) => _id);
  if (given === null) return [];
  return typeof given === 'string' ? [given] : given;
}

/**
 * What these files count; `held` are in the post already, and stay usable when the library threw them away. Their states stand still until the post is written: whoever settles one waits, and then finds it.
 * @throws `not-found` for what this site has not or has thrown away, `media-required` for a file whose bytes never came, the
 *   format codes for one that could not be processed
 */
export async function requireUsable(
  db: TenantDb,
  files: readonly string[],
  preview: string | null,
  held: readonly string[] = [],
  options: { readonly toChange?: boolean } = {},
): Promise<MediaCounts> {
  const ids = [...files, ...(preview === null ? [] : [preview])];
  const states = await lockMediaStates(db, ids, options);
  const refuse = (code: ErrorCode, index: number): DomainError => {
    const field = index < files.length ? `media_item.${index}` : 'media_preview_item';
    return new DomainError(code, code === 'image-number-format' ? { n: index + 1 } : {}, { fields: [{ field, code }] });
  };
  let waiting = 0;
  let films = 0;
  for (const [index, id] of ids.entries()) {
    const found = states.get(id);
    if (!found || (found.isDeleted && !held.includes(id))) throw refuse('not-found', index);
    if (found.state === 'waiting') throw refuse('media-required', index);
    if (found.state === 'error')
      throw refuse(
        index >= files.length ? 'preview-format' : files.length > 1 ? 'image-number-format' : 'media-format',
        index,
      );
    if (found.state === 'processing') waiting += 1;
    if (found.kind === 'video' && index < files.length) films += 1;
  }
  return { photo_count: files.length - films, video_count: films, media_waiting: waiting };
}
