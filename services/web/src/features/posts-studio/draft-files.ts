import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';
import { useUploads } from '../../lib/uploads/use-uploads.tsx';
import type { UploadItem } from '../../lib/uploads/upload-item.ts';
import type { PostDraft } from './post-draft.ts';

export interface DraftFiles {
  /** In the order of the post. */
  readonly files: readonly UploadItem[];
  /** The chosen preview, whether it is one of the files or not. */
  readonly preview: UploadItem | null;
}

/** The files of a draft as they stand now: on their way, there, or taken from the library. */
export function useDraftFiles(draft: Pick<PostDraft, 'files' | 'picked' | 'preview'>): DraftFiles {
  const uploads = useUploads();
  const pictures = useFreshPictures(draft.picked);
  const find = (key: string): UploadItem | undefined => {
    const picked = draft.picked.find((item) => item.key === key);
    return uploads.find((item) => item.key === key) ?? (picked && { ...picked, preview: picked.preview ?? pictures.get(picked.mediaId ?? '') ?? null });
  };
  return { files: draft.files.flatMap((key) => find(key) ?? []), preview: draft.preview === null ? null : find(draft.preview) ?? null };
}

/** Small pictures of what a kept draft took from the library: their addresses have grown old with it. */
function useFreshPictures(picked: readonly UploadItem[]): ReadonlyMap<string, string> {
  const { id } = useSite();
  const ids = picked.flatMap(({ mediaId, preview }) => (mediaId !== null && preview === null ? [mediaId] : []));
  const { data } = useQuery({
    queryKey: [id, 'upload-states', ids],
    queryFn: async ({ signal }) => (await api('POST /api/upload/states', { body: { ids }, signal })).data,
    enabled: ids.length > 0,
  });
  return new Map((data ?? []).flatMap(({ _id, thumbnail_url: url }) => (url === null ? [] : [[_id, url] as const])));
}

/** What was taken from the library, each once. */
export const mergePicked = (before: readonly UploadItem[], more: readonly UploadItem[]): readonly UploadItem[] =>
  [...before.filter(({ key }) => !more.some((item) => item.key === key)), ...more];
