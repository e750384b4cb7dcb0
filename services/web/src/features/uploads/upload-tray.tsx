import { ChevronDown, CircleAlert, CircleCheck, WifiOff, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Float } from '../../components/kit/floats.tsx';
import { useFormats } from '../../lib/site.tsx';
import { useTimeLeft, useUploadQueue, useUploads } from '../../entities/upload/use-uploads.tsx';
import { isSettled } from '../../entities/upload/upload-item.ts';
import { Ring } from './ring.tsx';
import { inOrder, traySum, type TraySum } from './tray-sum.ts';
import { UploadRow } from './upload-row.tsx';
import './upload-tray.css';

/** Milliseconds for which the pill says that all is done; what failed stays until somebody saw to it. */
const staysMs = 5_000;

/** All transfers, over every screen; folded to a pill until somebody wants to know more. */
export function UploadTray() {
  const { t } = useTranslation();
  const items = useUploads().filter(({ isPutAway }) => !isPutAway);
  const queue = useUploadQueue();
  const timeLeft = useTimeLeft();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const sum = traySum(items);
  const title = useTitle(sum);
  const isDone = sum.state === 'done' && items.length > 0;
  useEffect(() => {
    if (!isDone || isOpen) return undefined;
    const timer = setTimeout(queue.clearSettled, staysMs);
    return () => clearTimeout(timer);
  }, [isDone, isOpen, queue]);
  if (items.length === 0) return null;
  const { state, share } = sum;
  const isBusy = state === 'uploading' || state === 'offline' || state === 'processing';
  if (!isOpen) {
    return (
      <Float place="tray">
        <aside className="tray-pill-place" aria-label={t('upload-tray')}>
          <button type="button" className="tray-pill" aria-expanded="false" onClick={() => setOpen(true)}>
            <Sign sum={sum} />
            <span>{title}</span>
          </button>
          {isBusy ? null : (
            <button type="button" className="tray-pill-close" aria-label={t('tray-clear')} onClick={queue.clearSettled}>
              <X className="icon" aria-hidden />
            </button>
          )}
        </aside>
      </Float>
    );
  }
  return (
    <Float place="tray">
      <aside className="tray" aria-labelledby={id}>
        <header className="tray-head">
          <h2 id={id}>{title}</h2>
          <span className="muted small">{state === 'uploading' ? timeLeft(items) : ''}</span>
          <button
            type="button"
            className="btn"
            data-tone="ghost"
            data-size="s"
            data-square
            aria-label={t('tray-fold')}
            aria-expanded="true"
            onClick={() => setOpen(false)}
          >
            <ChevronDown className="icon" aria-hidden />
          </button>
        </header>
        {isBusy ? (
          <div
            className="progress tray-progress"
            data-phase={state}
            role="progressbar"
            aria-label={title}
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <i style={{ inlineSize: `${share * 100}%` }} />
          </div>
        ) : null}
        {state === 'offline' ? (
          <p className="tray-note" role="alert">
            {t('upload-offline')}
          </p>
        ) : null}
        <ul className="tray-list">
          {inOrder(items).map((item) => (
            <UploadRow key={item.key} item={item} />
          ))}
        </ul>
        {items.some(isSettled) ? (
          <footer className="tray-foot">
            <button type="button" className="btn" data-tone="ghost" data-size="s" onClick={queue.clearSettled}>
              {t('tray-clear')}
            </button>
          </footer>
        ) : null}
      </aside>
    </Float>
  );
}

function Sign({ sum: { state, share } }: { sum: TraySum }) {
  if (state === 'done') return <CircleCheck className="icon tray-good" aria-hidden />;
  if (state === 'wrong') return <CircleAlert className="icon tray-bad" aria-hidden />;
  return state === 'offline' ? <WifiOff className="icon tray-bad" aria-hidden /> : <Ring share={share} />;
}

/** What the device does comes before what the server does. */
function useTitle({ state, at, total, processing, wrong }: TraySum): string {
  const { t } = useTranslation();
  const { number } = useFormats();
  switch (state) {
    case 'uploading':
      return t('tray-uploading', { n: number(at), total: number(total) });
    case 'offline':
      return t('tray-offline');
    case 'processing':
      return t('tray-processing', { count: processing });
    case 'wrong':
      return t('tray-wrong', { count: wrong });
    default:
      return t('tray-done', { count: total });
  }
}
