import type { UploadView } from '@backlot/contracts/uploads';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { useUploads } from '../../../entities/upload/use-uploads.tsx';
import type { UploadItem } from '../../../entities/upload/upload-item.ts';
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
    return uploads.find((item) => item.key === key) ?? (picked && { ...picked, ...pictures.get(picked.mediaId ?? '') });
  };
  return {
    files: draft.files.flatMap((key) => find(key) ?? []),
    preview: draft.preview === null ? null : (find(draft.preview) ?? null),
  };
}

/**
 * Small pictures of what a kept draft took from the library, whose addresses have grown old with it, and of trailers that
 * are still being cut.
 */
function useFreshPictures(
  picked: readonly UploadItem[],
): ReadonlyMap<string, Pick<UploadItem, 'preview' | 'phase' | 'problem'>> {
  const { id } = useSite();
  const ids = picked.flatMap(({ mediaId, preview }) => (mediaId !== null && preview === null ? [mediaId] : []));
  const { data } = useQuery({
    queryKey: [id, 'upload-states', ids],
    queryFn: async ({ signal }) => (await api('POST /api/upload/states', { body: { ids }, signal })).data,
    enabled: ids.length > 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'processing') ? 2000 : false),
  });
  return new Map((data ?? []).map((one) => [one._id, asItStands(one)]));
}

function asItStands({
  thumbnail_url: preview,
  state,
  error_code: code,
  name,
  message,
}: UploadView): Pick<UploadItem, 'preview' | 'phase' | 'problem'> {
  if (state === 'error')
    return {
      preview,
      phase: 'refused',
      problem: { code: code ?? 'media-format', params: { name }, ...(message ? { message } : {}) },
    };
  return { preview, phase: state === 'ready' ? 'ready' : 'processing', problem: null };
}

/** What was taken from the library, each once. */
export const mergePicked = (before: readonly UploadItem[], more: readonly UploadItem[]): readonly UploadItem[] => [
  ...before.filter(({ key }) => !more.some((item) => item.key === key)),
  ...more,
];
