import { Check, CircleAlert, GripVertical, RotateCcw, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';
import { useUploadWords } from '../../lib/uploads/upload-words.ts';
import { useUploadQueue } from '../../lib/uploads/use-uploads.tsx';
import { canRetry, hasArrived, type UploadItem } from '../../lib/uploads/upload-item.ts';
import { ChooseAgain } from '../../components/studio/choose-again.tsx';

interface TileProps {
  readonly item: UploadItem;
  readonly place: number;
  readonly total: number;
  readonly canOrder: boolean;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** One picture: what it is, how far it has come, its place. Arrow keys on the handle move it. */
export function MediaTile({ item, place, total, canOrder, onMove, onRemove }: TileProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const words = useUploadWords();
  const queue = useUploadQueue();
  const onKey = (event: KeyboardEvent): void => {
    const isRtl = document.documentElement.dir === 'rtl';
    const step = ({ ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1, ArrowDown: 1, ArrowUp: -1 } as Readonly<Record<string, number>>)[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(place - 1 + step);
  };
  const isWrong = item.problem !== null && !hasArrived(item);
  return (
    <div role="listitem" className="tile" data-key={item.key} data-phase={item.phase} data-wrong={isWrong || undefined}>
      {item.preview === null ? <span className="tile-none" /> : <img src={item.preview} alt={t('create-picture-alt', { n: number(place), total: number(total), name: item.name })} draggable={false} />}
      <span className="tile-shade" />
      {canOrder ? (
        <button type="button" className="tile-handle" data-drag aria-label={t('create-move', { name: item.name, n: number(place), total: number(total) })} onKeyDown={onKey}><GripVertical className="icon" aria-hidden /></button>
      ) : <span className="tile-number" aria-hidden="true">{number(place)}</span>}
      <button type="button" className="tile-remove" aria-label={t(hasArrived(item) || isWrong ? 'create-remove' : 'upload-cancel', { name: item.name })} onClick={onRemove}><X className="icon" aria-hidden /></button>
      <span className="tile-state">
        {item.phase === 'ready' ? <Check className="icon" aria-hidden /> : isWrong ? <CircleAlert className="icon" aria-hidden /> : null}
        <span>{words(item)}</span>
      </span>
      {item.phase === 'sending' ? <span className="progress tile-progress" role="progressbar" aria-label={item.name} aria-valuenow={Math.round((item.sent / item.size) * 100)} aria-valuemin={0} aria-valuemax={100}><i style={{ inlineSize: `${(item.sent / item.size) * 100}%` }} /></span> : null}
      {canRetry(item) ? <button type="button" className="tile-again" aria-label={t('upload-retry', { name: item.name })} onClick={() => queue.retry(item.key)}><RotateCcw className="icon" aria-hidden />{t('btn-try-again')}</button> : null}
      {item.phase === 'lost' ? <ChooseAgain item={item} className="tile-again" /> : null}
    </div>
  );
}
