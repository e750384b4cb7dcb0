import { CircleCheck, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChooseAgain } from '../../components/studio/choose-again.tsx';
import { useUploadWords } from '../../lib/uploads/upload-words.ts';
import { useUploadQueue } from '../../lib/uploads/use-uploads.tsx';
import { canRetry, hasArrived, type UploadItem } from '../../lib/uploads/upload-item.ts';

export function UploadRow({ item }: { item: UploadItem }) {
  const { t } = useTranslation();
  const words = useUploadWords();
  const queue = useUploadQueue();
  const isWrong = item.problem !== null && !hasArrived(item);
  return (
    <li className="tray-row" data-wrong={isWrong || undefined}>
      {item.preview === null ? <span className="tray-picture">{isWrong ? <TriangleAlert className="icon" aria-hidden /> : null}</span> : <img className="tray-picture" src={item.preview} alt="" />}
      <div>
        <b className="cut" title={item.name} dir="auto">{item.name}</b>
        <small>{words(item)}</small>
        {item.phase === 'sending' ? <span className="progress" aria-hidden="true"><i style={{ inlineSize: `${(item.sent / item.size) * 100}%` }} /></span> : null}
      </div>
      {item.phase === 'ready' ? <CircleCheck className="icon tray-good" aria-hidden /> : null}
      {item.phase === 'processing' ? <span className="busy-ring" aria-hidden="true" /> : null}
      {canRetry(item) ? <button type="button" className="btn" data-tone="ghost" data-size="s" data-square aria-label={t('upload-retry', { name: item.name })} onClick={() => queue.retry(item.key)}><RotateCcw className="icon" aria-hidden /></button> : null}
      {item.phase === 'lost' ? <ChooseAgain item={item} className="btn tray-again" /> : null}
      {hasArrived(item) ? null : <button type="button" className="btn" data-tone="ghost" data-size="s" data-square aria-label={t('upload-cancel', { name: item.name })} onClick={() => queue.remove(item.key)}><X className="icon" aria-hidden /></button>}
    </li>
  );
}
