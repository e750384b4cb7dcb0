import { maxPhotoBytes, maxVideoBytes, uploadTypes } from '@backlot/domain/limits';
import { fileError, isSameFile } from '@backlot/domain/posts/post-form';
import { CloudUpload, X } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';
import { RowButton } from '../../components/studio/row-button.tsx';
import { detailsOf } from '../../entities/upload/chosen-files.ts';
import { rememberHandles } from '../../entities/upload/kept-files.ts';
import { isRunning } from '../../entities/upload/upload-item.ts';
import { useProblemText, useUploads } from '../../entities/upload/use-uploads.tsx';
import { libraryUploads } from './upload-batch.ts';

/** Names too: some systems know no type for films. */
const accepted = [...uploadTypes, '.mov', '.m4v', '.mp4'].join(',');

interface DropZoneProps {
  readonly chosen: readonly File[];
  readonly onChosen: (files: readonly File[]) => void;
  /** Name of the category that they go into; null for none. */
  readonly into: string | null;
  readonly onUpload: (files: readonly File[]) => void;
  readonly pick: RefObject<HTMLInputElement | null>;
}

/** Files for the library: dropped anywhere on the page or chosen, looked over, then sent (MEDIA-36, MEDIA-38). */
export function DropZone({ chosen, onChosen, into, onUpload, pick }: DropZoneProps) {
  const { t } = useTranslation();
  const { number, fileSize } = useFormats();
  const problemText = useProblemText();
  const add = (files: readonly File[]): void =>
    onChosen([
      ...chosen,
      ...files.filter((file) => !chosen.some((other) => isSameFile(detailsOf(other), detailsOf(file)))),
    ]);
  const isOver = useDrop(add);
  const rows = chosen.map((file) => ({ file, problem: problemOf(file) }));
  const good = rows.filter(({ problem }) => problem === null).map(({ file }) => file);
  return (
    <section className="library-drop" data-over={isOver || undefined} aria-label={t('library-upload')}>
      <div className="library-drop-line">
        <CloudUpload className="icon" aria-hidden />
        <p>
          <b>{t('library-drop')}</b>{' '}
          <span className="muted">
            {t('library-drop-hint', { size: number(maxPhotoBytes / 1e6), film: number(maxVideoBytes / 1e9) })}
          </span>
        </p>
        <button type="button" className="btn" onClick={() => pick.current?.click()}>
          {t('btn-choose-file')}
        </button>
        <input
          ref={pick}
          type="file"
          multiple
          accept={accepted}
          hidden
          tabIndex={-1}
          aria-label={t('btn-choose-file')}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      {chosen.length > 0 ? (
        <>
          <ul className="library-chosen">
            {rows.map(({ file, problem }) => (
              <li key={`${file.name} ${file.size}`} data-wrong={problem !== null || undefined}>
                <span className="cut" dir="auto" title={file.name}>
                  {file.name}
                </span>
                <small>{problem === null ? fileSize(file.size) : problemText(problem)}</small>
                <RowButton
                  label={t('library-chosen-remove', { name: file.name })}
                  onClick={() => onChosen(chosen.filter((other) => other !== file))}
                >
                  <X className="icon" aria-hidden />
                </RowButton>
              </li>
            ))}
          </ul>
          <div className="library-chosen-foot">
            <span className="muted small">
              {t('library-chosen', { count: good.length })}
              {into === null ? '' : ` · ${t('library-drop-into', { name: into })}`}
            </span>
            <button type="button" className="btn" data-tone="ghost" onClick={() => onChosen([])}>
              {t('btn-cancel')}
            </button>
            <button
              type="button"
              className="btn"
              data-tone="primary"
              disabled={good.length === 0}
              onClick={() => onUpload(good)}
            >
              {t('library-upload')}
            </button>
          </div>
        </>
      ) : (
        <Running />
      )}
    </section>
  );
}

/** MEDIA-46: told before anything is sent. */
const problemOf = (file: File) => fileError(detailsOf(file), { n: 1, isGallery: false, isPreview: false });

/** How far the files that are on their way have come together. */
function Running() {
  const { t } = useTranslation();
  const { number, fileSize } = useFormats();
  const all = libraryUploads(useUploads()).filter(
    ({ isPutAway, phase }) => !isPutAway && phase !== 'refused' && phase !== 'lost',
  );
  const running = all.filter(isRunning);
  if (running.length === 0) return null;
  const size = all.reduce((sum, item) => sum + item.size, 0);
  const sent = all.reduce((sum, item) => sum + (isRunning(item) ? item.sent : item.size), 0);
  const title = t('library-uploading', { n: number(all.length - running.length + 1), total: number(all.length) });
  return (
    <div className="library-running">
      <span className="small">{title}</span>
      <span className="muted small">
        {fileSize(sent)} / {fileSize(size)}
      </span>
      <div
        className="progress"
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((sent / Math.max(1, size)) * 100)}
      >
        <i style={{ inlineSize: `${(sent / Math.max(1, size)) * 100}%` }} />
      </div>
    </div>
  );
}

/** Files that are dropped anywhere on the page. True while they are held over it. */
function useDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes('Files') === true && !document.documentElement.dataset['dialog'];
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const out = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const { dataTransfer: data } = event;
      if (!data) return;
      const files = [...data.files];
      rememberHandles(data, files);
      onDrop(files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', out);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', out);
      document.removeEventListener('drop', drop);
    };
  });
  return isOver;
}
