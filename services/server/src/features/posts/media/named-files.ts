import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { getMediaIdIn, takeSentFiles } from '../../media/index.ts';

interface Named {
  readonly _id?: string;
  readonly url?: string | null;
  readonly path?: string | null;
}
export interface NamedFiles {
  readonly media_item?: readonly string[];
  readonly media?: readonly Named[];
  readonly media_preview?: readonly Named[];
  readonly media_preview_item?: string | readonly string[] | null;
  /** The older forms: one file, or a gallery of files. */
  readonly url?: string | null;
  readonly gallery?: readonly string[] | null;
}
/** The same input with ids in place of addresses and file names. */
export type WithIds<T extends NamedFiles> = Omit<T, 'media_item' | 'media' | 'media_preview' | 'url' | 'gallery'> & {
  media_item?: string[];
  media?: Array<{ _id: string }>;
  media_preview?: Array<{ _id: string }>;
};

/**
 * Reads the documents' ways to name files: `media_item` with ids, new ones in `media` by their `url`, and the single
 * `url` or `gallery` of older clients. @throws not-found for an address that is not of this site's media
 */
export async function withIds<T extends NamedFiles>(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: T,
): Promise<WithIds<T>> {
  const { media_item: items, media: named, media_preview: namedPreviews, url, gallery, ...rest } = input;
  const media = named && idsOf(named, 'media', tenant);
  const previews = namedPreviews && idsOf(namedPreviews, 'media_preview', tenant);
  const older = olderFiles(url, gallery, tenant);
  const chosen = chosenItems(items, media, older);
  await takeSentFiles(ctx, tenant, actor, [
    ...[...(media ?? []), ...(previews ?? [])].filter(({ isNew }) => isNew).map(({ _id }) => _id),
    ...older,
  ]);
  return {
    ...rest,
    ...(chosen ? { media_item: chosen } : {}),
    ...(media ? { media: media.map(bare) } : {}),
    ...(previews ? { media_preview: previews.map(bare) } : {}),
  } as WithIds<T>;
}

/** `isNew`: named by its address alone. */
interface Found {
  readonly _id: string;
  readonly isNew: boolean;
}

const idsOf = (list: readonly Named[], field: string, tenant: Tenant): Found[] =>
  list.map(({ _id, url, path }, index) => ({
    _id: _id ?? getMediaIdIn(url ?? path ?? '', tenant, `${field}.${index}`),
    isNew: _id === undefined,
  }));

const bare = ({ _id }: Found): { _id: string } => ({ _id });

/** What is chosen of the library comes first, then what `media` adds to it. Undefined when nothing was said. */
function chosenItems(
  items: readonly string[] | undefined,
  media: readonly Found[] | undefined,
  older: readonly string[],
): string[] | undefined {
  if (items !== undefined && items.length > 0) {
    return [...items, ...(media ?? []).filter(({ _id, isNew }) => isNew && !items.includes(_id)).map(({ _id }) => _id)];
  }
  const named = media?.map(({ _id }) => _id) ?? [];
  if (named.length > 0) return named;
  return older.length > 0 || items !== undefined || media !== undefined ? [...older] : undefined;
}

function olderFiles(url: NamedFiles['url'], gallery: NamedFiles['gallery'], tenant: Tenant): string[] {
  if (gallery && gallery.length > 0) return gallery.map((one, index) => getMediaIdIn(one, tenant, `gallery.${index}`));
  return url ? [getMediaIdIn(url, tenant, 'url')] : [];
}
