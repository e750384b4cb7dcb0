import { Check, Film, FolderOpen, Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../components/studio/switch.tsx';
import { useAskForMedia } from '../../lib/picking-media.ts';
import { libraryItem } from '../../lib/uploads/library-item.ts';
import { useUploadWords } from '../../lib/uploads/upload-words.ts';
import { useUploadQueue } from '../../lib/uploads/use-uploads.tsx';
import { isFilm, type UploadItem } from '../../lib/uploads/upload-item.ts';
import { acceptedFiles } from './media-field.tsx';

interface PreviewFieldProps {
  readonly files: readonly UploadItem[];
  /** The chosen one, which may be none of the files. */
  readonly preview: UploadItem | null;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onChoose: (key: string | null, picked?: UploadItem) => void;
  /** POST-099: the edit dialog says it in other words. */
  readonly tooMany?: 'one-preview' | 'edit-max-1';
  /** A sentence about what it does, for a form that explains itself. */
  readonly help?: string;
}

/** One of the files, or another one, sharp for everybody before the purchase. */
export function PreviewField({ files, preview, isOn, onSwitch, onChoose, tooMany = 'one-preview', help }: PreviewFieldProps) {
  const { t } = useTranslation();
  const queue = useUploadQueue();
  const askForMedia = useAskForMedia();
  const words = useUploadWords();
  const id = useId();
  const pick = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState<string | null>(null);
  const own = preview && !files.some(({ key }) => key === preview.key) ? preview : null;
  const choices = [...files, ...(own ? [own] : [])].filter(({ key, phase }) => phase !== 'refused' || key === preview?.key);
  const upload = (chosen: readonly File[]): void => {
    if (chosen.length === 0) return;
    if (chosen.length > 1 && tooMany === 'edit-max-1') return setNote(t('edit-max-1', { n: chosen.length }));
    if (chosen.length > 1 || own) return setNote(t('one-preview'));
    setNote(null);
    const [key] = queue.add(chosen, [], { isPreview: true }).keys;
    if (key !== undefined) onChoose(key);
  };
  const take = async (): Promise<void> => {
    if (own) return setNote(t('one-preview'));
    const media = await askForMedia?.({ title: 'select-preview-title', most: 1, taken: [] });
    if (!media?.[0]) return;
    if (media.length > 1) return setNote(t(tooMany === 'edit-max-1' ? 'edit-one-content' : 'one-preview'));
    setNote(null);
    const item = libraryItem(media[0]);
    const same = files.find(({ mediaId }) => mediaId === item.mediaId);
    onChoose(same?.key ?? item.key, same ? undefined : item);
  };
  const dropOwn = (): void => {
    if (own && !own.isFromLibrary) queue.remove(own.key);
    setNote(null);
    onChoose(null);
  };
  return (
    <section>
      <h2 className="form-label" id={id}>{t('create-preview')} <small>{t('create-preview-note')}</small></h2>
      <p className="switch-line"><Switch label={t('reuse-add-preview')} isOn={isOn} onChange={(next) => { setNote(null); onSwitch(next); }} /><span aria-hidden="true">{t('reuse-add-preview')}</span></p>
      {help ? <p className="form-help">{help}</p> : null}
      {isOn ? (
        <>
          <div className="preview-choices" role="radiogroup" aria-labelledby={id}>
            {choices.map((item, index) => (
              <label key={item.key} className="preview-choice" title={item.name}>
                <input type="radio" name={id} checked={item.key === preview?.key} aria-label={t('create-preview-choice', { n: index + 1, name: item.name })} onChange={() => onChoose(item.key)} />
                {item.preview === null ? <span>{isFilm(item) ? <Film className="icon" aria-hidden /> : null}</span> : <img src={item.preview} alt="" />}
                <i aria-hidden="true"><Check className="icon" /></i>
              </label>
            ))}
            <button type="button" className="preview-add" aria-label={t('create-preview-upload')} title={t('create-preview-upload')} onClick={() => pick.current?.click()}><Plus className="icon" aria-hidden /></button>
            {askForMedia ? <button type="button" className="preview-add" aria-label={t('create-from-library')} title={t('create-from-library')} onClick={() => void take()}><FolderOpen className="icon" aria-hidden /></button> : null}
          </div>
          <input ref={pick} type="file" multiple accept={acceptedFiles} hidden aria-hidden="true" tabIndex={-1} data-preview-file onChange={(event) => { upload([...event.target.files ?? []]); event.target.value = ''; }} />
          {own ? <p className="form-help" data-wrong={own.problem !== null || undefined}>{own.isFromLibrary ? own.name : `${own.name}: ${words(own)}`} <button type="button" className="link-button" onClick={dropOwn}>{t('btn-remove')}</button></p> : <p className="form-help">{t('create-preview-most')}</p>}
          {note === null ? null : <p className="form-wrong" role="alert">{note}</p>}
        </>
      ) : null}
    </section>
  );
}
