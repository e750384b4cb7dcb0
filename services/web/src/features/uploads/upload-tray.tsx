import { ChevronDown, CircleAlert, CircleCheck, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';
import { useUploadQueue, useUploads } from '../../lib/uploads/use-uploads.tsx';
import { isRunning, isSettled, type UploadItem } from '../../lib/uploads/upload-item.ts';
import { Ring } from './ring.tsx';
import { UploadRow } from './upload-row.tsx';
import './upload-tray.css';

/** All transfers, over every screen; folded to a pill until somebody wants to know more. */
export function UploadTray() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const items = useUploads().filter(({ isPutAway }) => !isPutAway);
  const queue = useUploadQueue();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (items.length === 0) return null;
  const { share, left, wrong, seconds } = sumOf(items, queue.speed());
  const title = left > 0 ? t('tray-uploading', { n: number(items.length - left), total: number(items.length) }) : wrong > 0 ? t('tray-wrong', { count: wrong }) : t('tray-done', { count: items.length });
  const time = seconds > 0 ? t('upload-time-left', { time: seconds < 90 ? t('duration-seconds', { count: seconds }) : t('duration-minutes', { count: Math.round(seconds / 60) }) }) : '';
  if (!isOpen) {
    return (
      <aside className="tray-pill-place" aria-label={t('upload-tray')}>
        <button type="button" className="tray-pill" aria-expanded="false" onClick={() => setOpen(true)}>
          {left > 0 ? <Ring share={share} /> : wrong > 0 ? <CircleAlert className="icon tray-bad" aria-hidden /> : <CircleCheck className="icon tray-good" aria-hidden />}
          <span>{title}</span>
        </button>
        {left > 0 ? null : <button type="button" className="tray-pill-close" aria-label={t('tray-clear')} onClick={queue.clearSettled}><X className="icon" aria-hidden /></button>}
      </aside>
    );
  }
  return (
    <aside className="tray" aria-labelledby={id}>
      <header className="tray-head">
        <h2 id={id}>{title}</h2>
        <span className="muted small">{time}</span>
        <button type="button" className="btn" data-tone="ghost" data-size="s" data-square aria-label={t('tray-fold')} aria-expanded="true" onClick={() => setOpen(false)}><ChevronDown className="icon" aria-hidden /></button>
      </header>
      {left > 0 ? <div className="progress tray-progress" role="progressbar" aria-label={title} aria-valuenow={Math.round(share * 100)} aria-valuemin={0} aria-valuemax={100}><i style={{ inlineSize: `${share * 100}%` }} /></div> : null}
      <ul className="tray-list">{items.map((item) => <UploadRow key={item.key} item={item} />).reverse()}</ul>
      {items.some(isSettled) ? <footer className="tray-foot"><button type="button" className="btn" data-tone="ghost" data-size="s" onClick={queue.clearSettled}>{t('tray-clear')}</button></footer> : null}
    </aside>
  );
}

/** How far all of them are together: bytes count while they leave. */
export function sumOf(items: readonly UploadItem[], speed: number): { share: number; left: number; wrong: number; seconds: number } {
  const live = items.filter(({ phase }) => phase !== 'refused' && phase !== 'lost');
  const bytes = live.reduce((sum, { size }) => sum + size, 0);
  const sent = live.reduce((sum, item) => sum + (item.phase === 'ready' || item.phase === 'processing' ? item.size : item.sent), 0);
  const left = items.filter((item) => isRunning(item) || item.phase === 'processing' || item.phase === 'offline').length;
  const wrong = items.filter(({ phase }) => phase === 'failed' || phase === 'refused' || phase === 'lost').length;
  return { share: bytes === 0 ? 1 : sent / bytes, left, wrong, seconds: speed > 0 && bytes > sent ? Math.max(1, Math.round((bytes - sent) / speed)) : 0 };
}
