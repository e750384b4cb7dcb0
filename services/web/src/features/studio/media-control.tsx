import { FolderOpen, Upload, X } from 'lucide-react';
import { uploadTypes } from '@backlot/domain/limits';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadWords } from '../../lib/uploads/upload-words.ts';
import { useMediaSetting } from './media-setting.ts';

interface MediaProps { readonly name: string; readonly value: string; readonly onChange: (path: string) => void; readonly canClear?: boolean }

const isFilmPath = (path: string): boolean => /\.(mp4|mov|m4v|webm)$/i.test(path) || path.endsWith('/film');

/** What a setting shows, and the ways to another: a file of this device, or one of the library. */
export function MediaControl({ name, value, onChange, canClear = true }: MediaProps) {
  const { t } = useTranslation();
  const words = useUploadWords();
  const pick = useRef<HTMLInputElement>(null);
  const media = useMediaSetting(onChange);
  return (
    <div className="media-control">
      {value === '' ? null : isFilmPath(value) ? <video className="media-look" src={value} muted playsInline preload="metadata" aria-hidden="true" /> : <img key={value} className="media-look" src={value} alt="" onError={(event) => { event.currentTarget.hidden = true; }} />}
      <span className="media-ways">
        <button type="button" className="btn" data-size="s" aria-label={t('set-media-upload-name', { name })} disabled={media.isBusy || media.item !== null} onClick={() => pick.current?.click()}><Upload className="icon" aria-hidden />{t('set-media-upload')}</button>
        {media.pick ? <button type="button" className="btn" data-size="s" aria-label={t('set-media-pick-name', { name })} disabled={media.isBusy || media.item !== null} onClick={media.pick}><FolderOpen className="icon" aria-hidden />{t('set-media-pick')}</button> : null}
        {canClear && value !== '' ? <button type="button" className="btn" data-tone="ghost" data-size="s" data-square aria-label={t('create-remove', { name })} onClick={() => onChange('')}><X className="icon" aria-hidden /></button> : null}
      </span>
      <input ref={pick} type="file" accept={uploadTypes.join(',')} hidden aria-hidden="true" tabIndex={-1} onChange={(event) => { const file = event.target.files?.[0]; event.target.value = ''; if (file) media.upload(file); }} />
      <p className="small" role="status" data-wrong={media.problem !== null || undefined}>{media.item ? words(media.item) : media.problem ?? (media.isBusy ? t('saving') : '')}</p>
    </div>
  );
}
