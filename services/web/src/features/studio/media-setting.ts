import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { useAskForMedia } from '../../lib/picking-media.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useProblemText, useUploadQueue, useUploads } from '../../lib/uploads/use-uploads.tsx';
import type { UploadItem } from '../../lib/uploads/upload-item.ts';

export interface MediaSetting {
  /** On its way, with how far it is. */
  readonly item: UploadItem | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly upload: (file: File) => void;
  /** Null where there is no library. */
  readonly pick: (() => void) | null;
}

/**
 * A picture or film for a setting: sent like any other file, and shown to everybody once it is ready. `onShown` is
 * told its public path.
 */
export function useMediaSetting(onShown: (path: string) => void): MediaSetting {
  const queue = useUploadQueue();
  const uploads = useUploads();
  const askForMedia = useAskForMedia();
  const errorText = useErrorText();
  const problemText = useProblemText();
  const [key, setKey] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const tell = useRef(onShown);
  tell.current = onShown;
  const item = uploads.find((one) => one.key === key) ?? null;
  const show = useCallback(async (mediaId: string): Promise<void> => {
    setBusy(true);
    await api('POST /api/app_settings/upload-theme-image', { body: { media_id: mediaId } })
      .then(({ data }) => tell.current(data.url), (error: unknown) => setProblem(errorText(error)));
    setBusy(false);
  // Its words do not change while a file is on its way.
  // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    if (item?.phase === 'ready' && item.mediaId !== null) {
      setKey(null);
      void show(item.mediaId);
    }
    // The tray can send it again; it is then in the library.
    if ((item?.phase === 'refused' || item?.phase === 'failed') && item.problem) {
      setKey(null);
      setProblem(problemText(item.problem));
    }
  // oxlint-disable-next-line react/exhaustive-deps
  }, [item?.phase]);
  return {
    item, isBusy, problem,
    upload: (file) => {
      setProblem(null);
      const { keys } = queue.add([file], [], { category: 'media', most: Number.POSITIVE_INFINITY });
      setKey(keys[0] ?? null);
    },
    pick: askForMedia && (() => {
      setProblem(null);
      void askForMedia({ title: 'content-manager-title', most: 1, taken: [] }).then((media) => { if (media?.[0]) void show(media[0]._id); });
    }),
  };
}
