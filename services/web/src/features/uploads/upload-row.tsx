import { CircleCheck, Film, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChooseAgain } from '../../components/studio/choose-again.tsx';
import { RowButton } from '../../components/studio/row-button.tsx';
import { useUploadProgress, useUploadQueue, useUploadStatus } from '../../entities/upload/use-uploads.tsx';
import { canRetry, hasArrived, isFilm, type UploadItem } from '../../entities/upload/upload-item.ts';

export function UploadRow({ item }: { item: UploadItem }) {
  const { t } = useTranslation();
  const statusOf = useUploadStatus();
  const queue = useUploadQueue();
  const { isWrong, share, left } = useUploadProgress(item);
  return (
    <li className="tray-row" data-wrong={isWrong || undefined}>
      {item.preview === null ? (
        <span className="tray-picture">
          {isWrong ? (
            <TriangleAlert className="icon" aria-hidden />
          ) : isFilm(item) ? (
            <Film className="icon" aria-hidden />
          ) : null}
        </span>
      ) : (
        <img className="tray-picture" src={item.preview} alt="" />
      )}
      <div>
        <b className="cut" title={item.name} dir="auto">
          {item.name}
        </b>
        <small className="tray-status">
          <span>{statusOf(item)}</span>
          {left === '' ? null : <span className="tray-left">{left}</span>}
        </small>
        {share === null ? null : (
          <span className="progress" data-phase={item.phase} aria-hidden="true">
            <i style={{ inlineSize: `${share * 100}%` }} />
          </span>
        )}
      </div>
      {item.phase === 'ready' ? <CircleCheck className="icon tray-good" aria-hidden /> : null}
      {item.phase === 'processing' ? <span className="busy-ring" aria-hidden="true" /> : null}
      {canRetry(item) ? (
        <RowButton label={t('upload-retry', { name: item.name })} onClick={() => queue.retry(item.key)}>
          <RotateCcw className="icon" aria-hidden />
        </RowButton>
      ) : null}
      {item.phase === 'lost' ? <ChooseAgain item={item} className="btn tray-again" /> : null}
      {hasArrived(item) ? null : (
        <RowButton label={t('upload-cancel', { name: item.name })} onClick={() => queue.remove(item.key)}>
          <X className="icon" aria-hidden />
        </RowButton>
      )}
    </li>
  );
}
