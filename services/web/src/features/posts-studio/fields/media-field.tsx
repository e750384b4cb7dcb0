import { arrayMove } from '@dnd-kit/sortable';
import { FolderOpen, Plus, UploadCloud } from 'lucide-react';
import { maxFiles, maxPhotoBytes, maxVideoBytes, uploadTypes } from '@backlot/domain/limits';
import { isReorderOffered } from '@backlot/domain/posts/post-form';
import { useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../components/field.tsx';
import { Sortable } from '../../../components/kit/sortable.tsx';
import { Switch } from '../../../components/kit/switch.tsx';
import { useAskForMedia } from '../../../entities/upload/picking-media.ts';
import { useFormats } from '../../../lib/site.tsx';
import { libraryItem } from '../../../entities/upload/library-item.ts';
import { useProblemText, useUploadQueue } from '../../../entities/upload/use-uploads.tsx';
import { isFilm, type UploadItem } from '../../../entities/upload/upload-item.ts';
import { useDropAnywhere } from './drop-anywhere.ts';
import { MediaTile } from './media-tile.tsx';

interface MediaFieldProps {
  readonly files: readonly UploadItem[];
  readonly error: string | null;
  /** The new order; `picked` came from the library with it. */
  readonly onFiles: (keys: readonly string[], picked: readonly UploadItem[]) => void;
  readonly pick: RefObject<HTMLInputElement | null>;
  /** REUSE-27: one dialog has no reordering on one device. */
  readonly mayOrder?: boolean;
  /** REUSE-08: Set as Preview on each tile, where the form has previews. */
  readonly preview?: { readonly chosen: string | null; readonly onChoose: (key: string | null) => void } | undefined;
}

/** Names too: some systems know no type for films. */
export const acceptedFiles = [...uploadTypes, '.mov', '.m4v', '.mp4'].join(',');

/** Photos and films of a post: chosen, dropped, pasted or taken from the library, in the order in which they are shown. */
export function MediaField({ files, error, onFiles, pick, mayOrder = true, preview }: MediaFieldProps) {
  const { t } = useTranslation();
  const { number, fileSize } = useFormats();
  const queue = useUploadQueue();
  const askForMedia = useAskForMedia();
  const problemText = useProblemText();
  const [isOrdering, setOrdering] = useState(true);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
  const id = useId();
  const keys = files.map(({ key }) => key);
  const isOffered = mayOrder && isReorderOffered({ files: keys });
  const canOrder = isOffered && isOrdering;

  const add = (chosen: readonly File[]): void => {
    if (chosen.length === 0) return;
    const { keys: fresh, duplicates, problem } = queue.add(chosen, files);
    setNotes([
      ...(problem ? [problemText(problem)] : []),
      ...duplicates.map((name) => t('create-skipped-duplicate', { name })),
    ]);
    if (fresh.length > 0) onFiles([...keys, ...fresh], []);
  };
  const isOver = useDropAnywhere(add);
  const take = async (): Promise<void> => {
    const media = await askForMedia?.({
      title: 'select-media-title',
      most: maxFiles - files.length,
      taken: files.flatMap(({ mediaId }) => mediaId ?? []),
    });
    const picked = (media ?? [])
      .map(libraryItem)
      .filter(({ mediaId }) => !files.some((item) => item.mediaId === mediaId));
    const count = files.length + picked.length;
    setNotes(count > maxFiles ? [t('max-45', { n: count })] : []);
    if (picked.length > 0 && count <= maxFiles) onFiles([...keys, ...picked.map(({ key }) => key)], picked);
  };
  const grid = useRef<HTMLElement>(null);
  const move = (key: string, to: number, focus = '.tile-handle'): void => {
    if (to < 0 || to >= keys.length || keys.indexOf(key) === to) return;
    onFiles(arrayMove([...keys], keys.indexOf(key), to), []);
    setSaid(
      t('create-moved', {
        name: files.find((item) => item.key === key)?.name ?? '',
        n: number(to + 1),
        total: number(keys.length),
      }),
    );
    // Moving its node takes the focus away.
    requestAnimationFrame(() => {
      const tile = grid.current?.querySelector<HTMLElement>(`[data-key="${key}"]`);
      (
        tile?.querySelector<HTMLElement>(`${focus}:not(:disabled)`) ?? tile?.querySelector<HTMLElement>('.tile-handle')
      )?.focus();
    });
  };
  const remove = (item: UploadItem): void => {
    const at = keys.indexOf(item.key);
    if (queue.items().some(({ key }) => key === item.key)) queue.remove(item.key);
    onFiles(
      keys.filter((other) => other !== item.key),
      [],
    );
    // The focus stays where the person was.
    requestAnimationFrame(() =>
      (
        grid.current?.querySelectorAll<HTMLElement>('.tile-remove')[Math.max(0, at - 1)] ??
        grid.current?.querySelector<HTMLElement>('.tile-add, .drop-zone')
      )?.focus(),
    );
  };
  // What was refused is no part of it.
  const good = files.filter(({ phase }) => phase !== 'refused');
  const films = good.filter(isFilm).length;
  const total = good.reduce((sum, { size }) => sum + size, 0);
  return (
    <section
      aria-labelledby={id}
      className="media-field"
      data-over={isOver || undefined}
      data-wrong={error !== null || undefined}
    >
      <h2 className="form-label" id={id}>
        {t('create-media')}
        {files.length === 0 ? null : (
          <small>{t('create-media-count', { n: number(files.length), max: number(maxFiles) })}</small>
        )}
        {isOffered ? (
          <span className="label-end">
            <small>{t('reuse-reorder')}</small>
            <Switch label={t('reuse-reorder')} isOn={isOrdering} onChange={setOrdering} />
          </span>
        ) : null}
      </h2>
      <input
        ref={pick}
        type="file"
        multiple
        accept={acceptedFiles}
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {files.length === 0 ? (
        <div ref={grid as RefObject<HTMLDivElement>}>
          <button type="button" className="drop-zone" onClick={() => pick.current?.click()}>
            <UploadCloud className="icon" aria-hidden />
            <b>{t('create-drop')}</b>
            <small>
              {t('create-drop-hint', {
                size: number(maxPhotoBytes / 1e6),
                film: number(maxVideoBytes / 1e9),
                count: number(maxFiles),
              })}
            </small>
          </button>
        </div>
      ) : (
        <Sortable ids={keys} onMove={move}>
          <div ref={grid as RefObject<HTMLDivElement>} className="tiles" role="list">
            {files.map((item, index) => (
              <MediaTile
                key={item.key}
                item={item}
                place={index + 1}
                total={files.length}
                canOrder={canOrder}
                preview={preview}
                onMove={(to, focus) => move(item.key, to, focus)}
                onRemove={() => remove(item)}
              />
            ))}
            {files.length < maxFiles ? (
              <div role="listitem" className="tile-place">
                <button type="button" className="tile-add" onClick={() => pick.current?.click()}>
                  <Plus className="icon" aria-hidden />
                  <b>{t('create-add-media')}</b>
                  <small>{t('create-or-paste')}</small>
                </button>
              </div>
            ) : null}
          </div>
        </Sortable>
      )}
      <FieldError text={error} />
      {files.some(({ phase }) => phase === 'offline') ? (
        <p className="form-wrong" role="alert">
          {t('upload-offline')}
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="form-wrong" role="alert">
          {note}
        </p>
      ))}
      <div className="media-foot">
        {good.length === 0 ? null : (
          <p className="form-help">
            {[
              films === good.length ? null : t('photo-count', { count: good.length - films }),
              films === 0 ? null : t('video-count', { count: films }),
            ]
              .filter(Boolean)
              .join(' · ')}
            {total > 0 ? ` · ${t('create-media-help', { size: fileSize(total) })}` : ''}
          </p>
        )}
        {askForMedia && files.length < maxFiles ? (
          <button type="button" className="link-button small media-library" onClick={() => void take()}>
            <FolderOpen className="icon" aria-hidden />
            {t('create-from-library')}
          </button>
        ) : null}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  );
}
