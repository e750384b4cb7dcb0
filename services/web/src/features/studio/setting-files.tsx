import type { SettingKey } from '@backlot/domain/settings';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useSettingValues } from '../../lib/site.tsx';
import { readSetting } from '../../lib/settings.ts';
import { useProblemText, useUploadQueue, useUploads } from '../../lib/uploads/use-uploads.tsx';
import { useSaveSetting } from './save-setting.ts';
import { definitionOf } from './setting-sections.ts';
import { useSettingNames } from './setting-names.ts';

/** A file that is to become what a setting shows: on its way (`uploadKey`), or in the library. */
export interface SettingFile { readonly uploadKey: string | null; readonly mediaId: string | null; readonly problem: string | null }

interface SettingFiles {
  readonly files: Readonly<Partial<Record<SettingKey, SettingFile | undefined>>>;
  readonly upload: (key: SettingKey, file: File) => void;
  readonly take: (key: SettingKey, mediaId: string) => void;
  /** Whoever shows the setting stores the path itself, with the way back. */
  readonly attend: (key: SettingKey, onChosen: (path: string) => void) => () => void;
}

const FilesContext = createContext<SettingFiles | null>(null);

export function useSettingFiles(): SettingFiles {
  const files = useContext(FilesContext);
  if (!files) throw new Error('No SettingFilesArea above.');
  return files;
}

/** One after the other in their order; a picture that is there already comes last. */
export const withPicture = (paths: readonly string[], path: string): readonly string[] => [...paths.filter((other) => other !== path), path];

/**
 * The files that settings wait for. They stand above the screens, so that a file becomes what was wanted also when
 * its section was left meanwhile; that is told then.
 */
export function SettingFilesArea({ children }: { children: ReactNode }) {
  const queue = useUploadQueue();
  const [files, setFiles] = useState<SettingFiles['files']>({});
  const rows = useRef(new Map<SettingKey, (path: string) => void>());
  const put = useCallback((key: SettingKey, file: SettingFile | undefined) => setFiles((before) => ({ ...before, [key]: file })), []);
  const upload = useCallback((key: SettingKey, file: File) => {
    const { keys: [uploadKey = null] } = queue.add([file], [], { category: 'media', most: Number.POSITIVE_INFINITY });
    put(key, { uploadKey, mediaId: null, problem: null });
  }, [queue, put]);
  const take = useCallback((key: SettingKey, mediaId: string) => put(key, { uploadKey: null, mediaId, problem: null }), [put]);
  const attend = useCallback((key: SettingKey, onChosen: (path: string) => void) => {
    rows.current.set(key, onChosen);
    return () => { if (rows.current.get(key) === onChosen) rows.current.delete(key); };
  }, []);
  const onEnd = useCallback((key: SettingKey, problem: string | null) => put(key, problem !== null && rows.current.has(key) ? { uploadKey: null, mediaId: null, problem } : undefined), [put]);
  return (
    <FilesContext value={useMemo(() => ({ files, upload, take, attend }), [files, upload, take, attend])}>
      {children}
      {(Object.entries(files) as [SettingKey, SettingFile | undefined][])
        .map(([key, file]) => file?.problem === null && <OnItsWay key={`${key} ${file.uploadKey ?? file.mediaId}`} settingKey={key} file={file} rows={rows.current} onEnd={onEnd} />)}
    </FilesContext>
  );
}

interface OnItsWayProps { readonly settingKey: SettingKey; readonly file: SettingFile; readonly rows: ReadonlyMap<SettingKey, (path: string) => void>; readonly onEnd: (key: SettingKey, problem: string | null) => void }

/** Follows one file until everybody may see it and its setting has it. */
function OnItsWay({ settingKey: key, file: { uploadKey, mediaId }, rows, onEnd }: OnItsWayProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const names = useSettingNames();
  const values = useSettingValues();
  const { check, save } = useSaveSetting();
  const errorText = useErrorText();
  const problemText = useProblemText();
  const item = useUploads().find((one) => one.key === uploadKey);
  const isBegun = useRef(false);
  const end = (problem: string | null): void => {
    if (!rows.has(key)) toast({ text: problem === null ? t('set-media-done', { name: names.name(key) }) : t('set-media-not-done', { name: names.name(key), problem }), tone: problem === null ? 'good' : 'bad' });
    onEnd(key, problem);
  };
  const store = async (path: string): Promise<void> => {
    const onChosen = rows.get(key);
    if (onChosen) {
      onChosen(path);
      return onEnd(key, null);
    }
    const value = definitionOf(key).type === 'media' ? path : withPicture(readSetting(values, key) as readonly string[] | undefined ?? [], path);
    const wrong = check(key, value);
    if (wrong === null) await save(key, value);
    end(wrong);
  };
  const ready = mediaId ?? (item?.phase === 'ready' ? item.mediaId : null);
  const problem = item && (item.phase === 'refused' || item.phase === 'failed') ? item.problem : null;
  // Cancelled in the tray.
  const isGone = uploadKey !== null && item === undefined;
  useEffect(() => {
    if (isGone) return onEnd(key, null);
    // The tray can send it again; it is then in the library.
    if (problem) return end(problemText(problem));
    if (ready === null || isBegun.current) return;
    isBegun.current = true;
    void api('POST /api/app_settings/upload-theme-image', { body: { media_id: ready } }).then(({ data }) => store(data.url)).catch((error: unknown) => end(errorText(error)));
  // Once a step is enough.
  // oxlint-disable-next-line react/exhaustive-deps
  }, [ready, problem, isGone]);
  return null;
}
