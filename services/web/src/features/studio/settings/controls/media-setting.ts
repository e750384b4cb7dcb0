import type { SettingKey } from '@backlot/domain/settings';
import { useEffect, useRef } from 'react';
import { useAskForMedia } from '../../../../entities/upload/picking-media.ts';
import { useUploads } from '../../../../entities/upload/use-uploads.tsx';
import type { UploadItem } from '../../../../entities/upload/upload-item.ts';
import { useSettingFiles } from '../setting-files.tsx';

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
 * told its public path while this setting is on the screen.
 */
export function useMediaSetting(key: SettingKey, onShown: (path: string) => void): MediaSetting {
  const { files, upload, take, attend } = useSettingFiles();
  const uploads = useUploads();
  const askForMedia = useAskForMedia();
  const tell = useRef(onShown);
  tell.current = onShown;
  useEffect(() => attend(key, (path) => tell.current(path)), [key, attend]);
  const file = files[key];
  const item = uploads.find((one) => one.key === file?.uploadKey) ?? null;
  return {
    item,
    // A reload may have taken the file away; the person may then choose another as well.
    isBusy: file !== undefined && file.problem === null && item?.phase !== 'lost',
    problem: file?.problem ?? null,
    upload: (chosen) => upload(key, chosen),
    pick:
      askForMedia &&
      (() => {
        void askForMedia({ title: 'content-manager-title', most: 1, taken: [] }).then((media) => {
          if (media?.[0]) take(key, media[0]._id);
        });
      }),
  };
}
