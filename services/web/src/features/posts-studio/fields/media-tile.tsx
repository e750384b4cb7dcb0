import { Check, ChevronLeft, ChevronRight, CircleAlert, Film, GripVertical, RotateCcw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSortableItem } from '../../../components/kit/sortable.tsx';
import { ChooseAgain } from '../../../components/studio/choose-again.tsx';
import { filmClock } from '../../../lib/media/film-length.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useUploadProgress, useUploadQueue, useUploadStatus } from '../../../entities/upload/use-uploads.tsx';
import { canRetry, hasArrived, isFilm, type UploadItem } from '../../../entities/upload/upload-item.ts';

interface TileProps {
  readonly item: UploadItem;
  readonly place: number;
  readonly total: number;
  readonly canOrder: boolean;
  readonly preview?: { readonly chosen: string | null; readonly onChoose: (key: string | null) => void } | undefined;
  /** `focus`: what on the tile has the focus afterwards. */
  readonly onMove: (to: number, focus?: string) => void;
  readonly onRemove: () => void;
}

/** One photo or film: what it is, how far it has come, its place. Arrow keys on the handle move it, and so do the arrows. */
export function MediaTile({ item, place, total, canOrder, preview, onMove, onRemove }: TileProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const statusOf = useUploadStatus();
  const queue = useUploadQueue();
  const { item: held, handle } = useSortableItem(item.key, (by) => onMove(place - 1 + by), !canOrder);
  const { isWrong, share, left } = useUploadProgress(item);
  return (
    <div
      {...held}
      role="listitem"
      className="tile"
      data-key={item.key}
      data-phase={item.phase}
      data-wrong={isWrong || undefined}
      data-film={isFilm(item) || undefined}
    >
      {item.preview === null ? (
        <span className="tile-none">
          {isFilm(item) ? <Film className="icon" aria-hidden /> : null}
          <span className="visually-hidden">
            {t('create-picture-alt', { n: number(place), total: number(total), name: item.name })}
          </span>
        </span>
      ) : (
        <img
          src={item.preview}
          alt={t('create-picture-alt', { n: number(place), total: number(total), name: item.name })}
          draggable={false}
        />
      )}
      <span className="tile-shade" />
      {canOrder ? (
        <button
          {...handle}
          type="button"
          className="tile-handle"
          aria-label={t('create-move', { name: item.name, n: number(place), total: number(total) })}
        >
          <GripVertical className="icon" aria-hidden />
        </button>
      ) : (
        <span className="tile-number" aria-hidden="true">
          {number(place)}
        </span>
      )}
      <button
        type="button"
        className="tile-remove"
        aria-label={t(hasArrived(item) || isWrong ? 'create-remove' : 'upload-cancel', { name: item.name })}
        onClick={onRemove}
      >
        <X className="icon" aria-hidden />
      </button>
      {canOrder ? (
        <span className="tile-steps">
          <button
            type="button"
            className="tile-earlier"
            disabled={place === 1}
            aria-label={t('create-move-earlier-name', { name: item.name })}
            onClick={() => onMove(place - 2, '.tile-earlier')}
          >
            <ChevronLeft className="icon icon-flip" aria-hidden />
          </button>
          <button
            type="button"
            className="tile-later"
            disabled={place === total}
            aria-label={t('create-move-later-name', { name: item.name })}
            onClick={() => onMove(place, '.tile-later')}
          >
            <ChevronRight className="icon icon-flip" aria-hidden />
          </button>
        </span>
      ) : null}
      {isFilm(item) ? (
        <span className="tile-length" dir="ltr">
          <Film className="icon" aria-hidden />
          {item.duration ? filmClock(item.duration) : null}
        </span>
      ) : null}
      <span className="tile-state">
        {item.phase === 'ready' ? (
          <Check className="icon" aria-hidden />
        ) : isWrong ? (
          <CircleAlert className="icon" aria-hidden />
        ) : null}
        <span>
          {item.isFromLibrary && !isWrong ? '' : statusOf(item)}
          {left === '' ? null : <small>{left}</small>}
        </span>
      </span>
      {share === null ? null : (
        <span
          className="progress tile-progress"
          role="progressbar"
          aria-label={item.name}
          aria-valuenow={Math.round(share * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ inlineSize: `${share * 100}%` }} />
        </span>
      )}
      {canRetry(item) ? (
        <button
          type="button"
          className="tile-again"
          aria-label={t('upload-retry', { name: item.name })}
          onClick={() => queue.retry(item.key)}
        >
          <RotateCcw className="icon" aria-hidden />
          {t('btn-try-again')}
        </button>
      ) : null}
      {item.phase === 'lost' ? <ChooseAgain item={item} className="tile-again" /> : null}
      {preview ? (
        <label className="tile-preview">
          <input
            type="checkbox"
            checked={preview.chosen === item.key}
            onChange={(event) => preview.onChoose(event.target.checked ? item.key : null)}
          />
          {t('reuse-set-as-preview')}
        </label>
      ) : null}
    </div>
  );
}
