import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { givesAway } from '@backlot/domain/posts/trailer';
import { lockMediaStates } from '../../media/index.ts';
import { usesOfMedia } from './media-uses.ts';

/** Who gave a whole file of a post away as its preview, and when. */
export interface Given {
  readonly given_by: string | null;
  readonly given_at: Date;
}

/** What a post holds, or is to hold. */
export interface PostFiles {
  readonly files: readonly string[];
  readonly preview: string | null;
  readonly given?: Given | null;
}

export interface AskedPreview {
  /** Whoever sends this was asked in words, and wants it. */
  readonly isAsked: boolean;
  readonly by: string;
  readonly now: Date;
  /** The post before: what was given away once is not asked for again. */
  readonly before?: PostFiles;
}

/**
 * What is to be written of a preview: null for one that shows nothing that is sold.
 * @throws `preview-gives-away` for a whole file that this post or another sells while nobody was asked (DECISIONS 45)
 */
export async function givenPreview(
  db: TenantDb,
  { files, preview }: PostFiles,
  { isAsked, by, now, before }: AskedPreview,
): Promise<Given | null> {
  if (preview === null) return null;
  const states = await lockMediaStates(db, [...files, preview]);
  const known = (id: string) => {
    const { kind = 'photo', digest = null, bytes = null } = states.get(id) ?? {};
    return { id, kind, digest, bytes };
  };
  if (
    !givesAway(files.map(known), known(preview)) &&
    !(known(preview).kind === 'video' && (await isSoldElsewhere(db, preview, now)))
  )
    return null;
  if (before?.preview === preview && before.given) return before.given;
  if (!isAsked)
    throw new DomainError(
      'preview-gives-away',
      {},
      { fields: [{ field: 'media_preview_item', code: 'preview-gives-away' }] },
    );
  return { given_by: by, given_at: now };
}

/** Whether some post sells this video, by its bytes. A photo is mostly one of several. */
async function isSoldElsewhere(db: TenantDb, preview: string, now: Date): Promise<boolean> {
  const uses = await usesOfMedia(db, [preview], now, { withSameBytes: true });
  return uses.some(({ visibility, isPreview }) => visibility === 'locked' && !isPreview);
}
