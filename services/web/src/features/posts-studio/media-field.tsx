import { Plus, UploadCloud } from 'lucide-react';
import { maxFiles, photoTypes } from '@backlot/domain/limits';
import { isReorderOffered } from '@backlot/domain/post-form';
import { useId, useRef, useState, type DragEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../components/studio/switch.tsx';
import { useFormats } from '../../lib/site.tsx';
import { useProblemText, useUploadQueue } from '../../lib/uploads/use-uploads.tsx';
import type { UploadItem } from '../../lib/uploads/upload-item.ts';
import { MediaTile } from './media-tile.tsx';
import { moved, useDragOrder } from './drag-order.ts';

interface MediaFieldProps {
  readonly files: readonly UploadItem[];
  readonly onFiles: (keys: readonly string[]) => void;
  readonly pick: RefObject<HTMLInputElement | null>;
}

/** The pictures of a post: chosen, dropped or pasted, in the order in which they are shown. */
export function MediaField({ files, onFiles, pick }: MediaFieldProps) {
  const { t } = useTranslation();
  const { number, fileSize } = useFormats();
  const queue = useUploadQueue();
  const problemText = useProblemText();
  const [isOver, setOver] = useState(false);
  const [isOrdering, setOrdering] = useState(true);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
  const lastSaid = useRef('');
  const id = useId();
  const keys = files.map(({ key }) => key);
  const canOrder = isOrdering && isReorderOffered({ files: keys });

  const add = (chosen: readonly File[]): void => {
    if (chosen.length === 0) return;
    const { keys: fresh, duplicates, problem } = queue.add(chosen, files);
    setNotes([...(problem ? [problemText(problem)] : []), ...duplicates.map((name) => t('create-skipped-duplicate', { name }))]);
    if (fresh.length > 0) onFiles([...keys, ...fresh]);
  };
  const grid = useRef<HTMLElement>(null);
  const move = (key: string, to: number): void => {
    if (to < 0 || to >= keys.length || keys.indexOf(key) === to) return;
    onFiles(moved(keys, key, to));
    lastSaid.current = t('create-moved', { name: files.find((item) => item.key === key)?.name ?? '', n: number(to + 1), total: number(keys.length) });
    setSaid(lastSaid.current);
    // Moving its node takes the focus away.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-key="${key}"] .tile-handle`)?.focus());
  };
  useDragOrder(grid, move);
  const remove = (key: string): void => {
    const at = keys.indexOf(key);
    queue.remove(key);
    onFiles(keys.filter((other) => other !== key));
    // The focus stays where the person was.
    requestAnimationFrame(() => (grid.current?.querySelectorAll<HTMLElement>('.tile-remove')[Math.max(0, at - 1)] ?? grid.current?.querySelector<HTMLElement>('.tile-add, .drop-zone'))?.focus());
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  const hint = t('create-drop-hint', { size: number(50), count: number(maxFiles) });
  return (
    <section
      aria-labelledby={id} className="media-field" data-over={isOver || undefined}
      onDragOver={(event) => { if (event.dataTransfer.types.includes('Files')) { event.preventDefault(); setOver(true); } }}
      onDragLeave={(event) => { if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false); }}
      onDrop={onDrop}
      onPaste={(event) => add([...event.clipboardData.files])}
    >
      <h2 className="form-label" id={id}>
        {t('create-media')}
        {files.length === 0 ? null : <small>{t('create-media-count', { n: number(files.length), max: number(maxFiles) })}</small>}
        {isReorderOffered({ files: keys }) ? <span className="label-end"><small>{t('reuse-reorder')}</small><Switch label={t('reuse-reorder')} isOn={isOrdering} onChange={setOrdering} /></span> : null}
      </h2>
      <input ref={pick} type="file" multiple accept={photoTypes.join(',')} hidden aria-hidden="true" tabIndex={-1} onChange={(event) => { add([...event.target.files ?? []]); event.target.value = ''; }} />
      {files.length === 0 ? (
        <div ref={grid as RefObject<HTMLDivElement>}>
          <button type="button" className="drop-zone" onClick={() => pick.current?.click()}>
            <UploadCloud className="icon" aria-hidden />
            <b>{t('create-drop')}</b>
            <small>{hint}</small>
          </button>
        </div>
      ) : (
        <div ref={grid as RefObject<HTMLDivElement>} className="tiles" role="list">
          {files.map((item, index) => (
            <MediaTile
              key={item.key} item={item} place={index + 1} total={files.length} canOrder={canOrder}
              onMove={(to) => move(item.key, to)} onRemove={() => remove(item.key)}
            />
          ))}
          {files.length < maxFiles ? (
            <div role="listitem" className="tile-place"><button type="button" className="tile-add" onClick={() => pick.current?.click()}><Plus className="icon" aria-hidden /><b>{t('create-add-media')}</b><small>{t('create-or-paste')}</small></button></div>
          ) : null}
        </div>
      )}
      {notes.map((note) => <p key={note} className="form-wrong" role="alert">{note}</p>)}
      {files.length === 0 ? null : <p className="form-help">{t('create-media-help', { size: fileSize(files.reduce((sum, { size }) => sum + size, 0)) })}</p>}
      <p className="visually-hidden" role="status">{said}</p>
    </section>
  );
}
