import type { SettingKey } from '@backlot/domain/settings';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { useMe, useSettingValues } from '../../../lib/site.tsx';
import { readSetting, type SettingValues } from '../../../lib/settings.ts';
import { useProblemText, useUploadQueue, useUploads } from '../../../entities/upload/use-uploads.tsx';
import { keptIntents, oneAtATime, type Intent, type KeptIntents } from './kept-intents.ts';
import { useSaveSettings } from './save-setting.ts';
import { definitionOf } from './setting-sections.ts';
import { useSettingNames } from '../../../entities/setting/setting-names.ts';

/** A file that is to become what a setting shows: on its way (`uploadKey`), or in the library. */
export interface SettingFile {
  readonly uploadKey: string | null;
  readonly mediaId: string | null;
  readonly problem: string | null;
  /** As it is kept over a reload; null where it is not. */
  readonly intent: Intent | null;
}

interface SettingFiles {
  readonly files: Readonly<Partial<Record<SettingKey, SettingFile | undefined>>>;
  readonly upload: (key: SettingKey, file: File) => void;
  readonly take: (key: SettingKey, mediaId: string) => void;
  /** Whoever shows the setting takes the path into what is to be saved. */
  readonly attend: (key: SettingKey, onChosen: (path: string) => void) => () => void;
}

const FilesContext = createContext<SettingFiles | null>(null);

export function useSettingFiles(): SettingFiles {
  const files = useContext(FilesContext);
  if (!files) throw new Error('No SettingFilesArea above.');
  return files;
}

/** One after the other in their order; a picture that is there already comes last. */
export const withPicture = (paths: readonly string[], path: string): readonly string[] => [
  ...paths.filter((other) => other !== path),
  path,
];

/**
 * The files that settings wait for. They stand above the screens, so that a file becomes what was wanted also when
 * its section was left meanwhile, or the page was; that is told then.
 */
export function SettingFilesArea({ children }: { children: ReactNode }) {
  const queue = useUploadQueue();
  const userId = useMe()?._id ?? '';
  const kept = useMemo(() => keptIntents(userId), [userId]);
  const [files, setFiles] = useState<SettingFiles['files']>(() =>
    Object.fromEntries(
      Object.entries(kept.read()).map(([key, intent]) => [
        key,
        { uploadKey: intent.uploadKey, mediaId: null, problem: null, intent },
      ]),
    ),
  );
  const values = useRef<SettingValues>({});
  values.current = useSettingValues();
  const rows = useRef(new Map<SettingKey, (path: string) => void>());
  const put = useCallback(
    (key: SettingKey, file: SettingFile | undefined) => setFiles((before) => ({ ...before, [key]: file })),
    [],
  );
  const upload = useCallback(
    (key: SettingKey, file: File) => {
      const {
        keys: [uploadKey = null],
      } = queue.add([file], [], { category: 'media', most: Number.POSITIVE_INFINITY });
      const intent = uploadKey === null ? null : { uploadKey, before: valueOf(values.current, key) };
      put(key, { uploadKey, mediaId: null, problem: null, intent: intent && kept.keep(key, intent) ? intent : null });
    },
    [queue, put, kept],
  );
  const take = useCallback(
    (key: SettingKey, mediaId: string) => {
      kept.forget(key);
      put(key, { uploadKey: null, mediaId, problem: null, intent: null });
    },
    [put, kept],
  );
  const attend = useCallback((key: SettingKey, onChosen: (path: string) => void) => {
    rows.current.set(key, onChosen);
    return () => {
      if (rows.current.get(key) === onChosen) rows.current.delete(key);
    };
  }, []);
  const onEnd = useCallback(
    (key: SettingKey, { uploadKey }: SettingFile, problem: string | null) => {
      if (uploadKey !== null) kept.forget(key, uploadKey);
      put(
        key,
        problem !== null && rows.current.has(key)
          ? { uploadKey: null, mediaId: null, problem, intent: null }
          : undefined,
      );
    },
    [put, kept],
  );
  return (
    <FilesContext value={useMemo(() => ({ files, upload, take, attend }), [files, upload, take, attend])}>
      {children}
      {(Object.entries(files) as [SettingKey, SettingFile | undefined][]).map(
        ([key, file]) =>
          file?.problem === null && (
            <OnItsWay
              key={`${key} ${file.uploadKey ?? file.mediaId}`}
              settingKey={key}
              file={file}
              rows={rows.current}
              kept={kept}
              onEnd={onEnd}
            />
          ),
      )}
    </FilesContext>
  );
}

const valueOf = (values: SettingValues, key: SettingKey): string | null =>
  JSON.stringify(readSetting(values, key)) ?? null;

interface OnItsWayProps {
  readonly settingKey: SettingKey;
  readonly file: SettingFile;
  readonly rows: ReadonlyMap<SettingKey, (path: string) => void>;
  readonly kept: KeptIntents;
  readonly onEnd: (key: SettingKey, file: SettingFile, problem: string | null) => void;
}

/** Follows one file until everybody may see it and its setting has it. */
function OnItsWay({ settingKey: key, file, rows, kept, onEnd }: OnItsWayProps) {
  const { uploadKey, mediaId, intent } = file;
  const { t } = useTranslation();
  const toast = useToast();
  const names = useSettingNames();
  const values = useSettingValues();
  const { check, save } = useSaveSettings();
  const errorText = useErrorText();
  const problemText = useProblemText();
  const item = useUploads().find((one) => one.key === uploadKey);
  const isBegun = useRef(false);
  const end = (problem: string | null): void => {
    if (!rows.has(key))
      toast({
        text:
          problem === null
            ? t('set-media-done', { name: names.name(key) })
            : t('set-media-not-done', { name: names.name(key), problem }),
        tone: problem === null ? 'good' : 'bad',
      });
    onEnd(key, file, problem);
  };
  const store = async (path: string): Promise<void> => {
    const onChosen = rows.get(key);
    if (onChosen) {
      onChosen(path);
      return onEnd(key, file, null);
    }
    const value =
      definitionOf(key).type === 'media'
        ? path
        : withPicture((readSetting(values, key) as readonly string[] | undefined) ?? [], path);
    const wrong = check({ [key]: value })[key] ?? null;
    if (wrong === null) await save({ [key]: value });
    end(wrong);
  };
  // Another page has done it, or the person gave the setting another value meanwhile. A list only gets longer.
  const isOver = (): boolean =>
    intent !== null &&
    (!kept.isWanted(key, intent.uploadKey) ||
      (definitionOf(key).type === 'media' && valueOf(values, key) !== intent.before));
  const ready = mediaId ?? (item?.phase === 'ready' ? item.mediaId : null);
  const problem = item && (item.phase === 'refused' || item.phase === 'failed') ? item.problem : null;
  // Cancelled in the tray.
  const isGone = uploadKey !== null && item === undefined;
  useEffect(() => {
    if (isGone) return onEnd(key, file, null);
    // The tray can send it again; it is then in the library.
    if (problem) return end(problemText(problem));
    if (ready === null || isBegun.current) return;
    isBegun.current = true;
    void oneAtATime(`setting-file-${uploadKey ?? ready}`, async () => {
      if (isOver()) return onEnd(key, file, null);
      const { data } = await api('POST /api/app_settings/upload-theme-image', { body: { media_id: ready } });
      await store(data.url);
    }).catch((error: unknown) => end(errorText(error)));
    // Once a step is enough.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ready, problem, isGone]);
  return null;
}
