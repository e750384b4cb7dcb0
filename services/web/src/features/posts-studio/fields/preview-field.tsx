import { Film, FolderOpen, Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../components/field.tsx';
import { Switch } from '../../../components/kit/switch.tsx';
import { useAskForMedia } from '../../../entities/upload/picking-media.ts';
import { libraryItem } from '../../../entities/upload/library-item.ts';
import { useUploadQueue, useUploadStatus } from '../../../entities/upload/use-uploads.tsx';
import { isFilm, type UploadItem } from '../../../entities/upload/upload-item.ts';
import { useGiftQuestion } from './gift-question.tsx';
import { acceptedFiles } from './media-field.tsx';
import { TrailerMaker } from './trailer-maker.tsx';

interface PreviewFieldProps {
  /** What the post sells. */
  readonly files: readonly UploadItem[];
  /** The chosen one, which may be none of the files. */
  readonly preview: UploadItem | null;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  /** `isGift`: one of the files, and its creator was asked. */
  readonly onChoose: (key: string | null, picked?: UploadItem, isGift?: boolean) => void;
  /** The files are marked in their own list: here are no marks for them. */
  readonly areFilesElsewhere?: boolean;
  readonly error?: string | null;
  /** POST-099: the edit dialog says it in other words. */
  readonly tooMany?: 'one-preview' | 'edit-max-1';
  /** A sentence about what it does, for a form that explains itself. */
  readonly help?: string;
}

/** What everybody sees before the purchase: a trailer, another file or, when its creator says so, one that is sold. Nothing is chosen at first. */
export function PreviewField({
  files,
  preview,
  isOn,
  onSwitch,
  onChoose,
  areFilesElsewhere = false,
  error = null,
  tooMany = 'one-preview',
  help,
}: PreviewFieldProps) {
  const { t } = useTranslation();
  const queue = useUploadQueue();
  const askForMedia = useAskForMedia();
  const statusOf = useUploadStatus();
  const gift = useGiftQuestion();
  const id = useId();
  const pick = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState<string | null>(null);
  const own = preview && !files.some(({ key }) => key === preview.key) ? preview : null;
  const sold = areFilesElsewhere ? [] : files.filter(({ key, phase }) => phase !== 'refused' || key === preview?.key);
  const films = files.filter((item) => isFilm(item) && item.phase !== 'refused');
  const upload = (chosen: readonly File[]): void => {
    if (chosen.length === 0) return;
    if (chosen.length > 1 && tooMany === 'edit-max-1') return setNote(t('edit-max-1', { n: chosen.length }));
    if (chosen.length > 1 || own) return setNote(t('one-preview'));
    setNote(null);
    const [key] = queue.add(chosen, [], { isPreview: true }).keys;
    if (key !== undefined) choose(key);
  };
  const choose = (key: string, picked?: UploadItem): void => {
    const one = files.find((item) => item.key === key);
    if (!one) return onChoose(key, picked);
    gift.ask(one, () => onChoose(key, undefined, true));
  };
  const take = async (): Promise<void> => {
    if (own) return setNote(t('one-preview'));
    const media = await askForMedia?.({ title: 'select-preview-title', most: 1, taken: [] });
    if (!media?.[0]) return;
    if (media.length > 1) return setNote(t(tooMany === 'edit-max-1' ? 'edit-one-content' : 'one-preview'));
    setNote(null);
    const item = libraryItem(media[0]);
    const same = files.find(({ mediaId }) => mediaId === item.mediaId);
    // What another post sells is given away just the same.
    if (!same && (media[0].is_sold || media[0].used_in > 0))
      return gift.ask(item, () => onChoose(item.key, item, true));
    choose(same?.key ?? item.key, same ? undefined : item);
  };
  const drop = (): void => {
    if (own && !own.isFromLibrary) queue.remove(own.key);
    setNote(null);
    onChoose(null);
  };
  return (
    <section>
      <h2 className="form-label" id={id}>
        {t('create-preview')} <small>{t('create-preview-note')}</small>
      </h2>
      <p className="switch-line">
        <Switch
          label={t('reuse-add-preview')}
          isOn={isOn}
          onChange={(next) => {
            setNote(null);
            onSwitch(next);
          }}
        />
        <span aria-hidden="true">{t('reuse-add-preview')}</span>
      </p>
      {help ? <p className="form-help">{help}</p> : null}
      {isOn ? (
        <>
          {preview === null ? (
            films.length > 0 ? (
              <TrailerMaker
                key={films.length}
                films={films}
                onMade={(trailer) => {
                  setNote(null);
                  onChoose(trailer.key, trailer);
                }}
              />
            ) : null
          ) : (
            <p className="preview-chosen" data-wrong={preview.problem !== null || undefined}>
              <span className="preview-choice">
                {preview.preview === null ? (
                  <span>{isFilm(preview) ? <Film className="icon" aria-hidden /> : null}</span>
                ) : (
                  <img src={preview.preview} alt="" />
                )}
              </span>
              <span className="form-help">
                {own === null
                  ? t('create-preview-given')
                  : own.isFromLibrary && own.phase === 'ready'
                    ? own.name
                    : `${own.name}: ${statusOf(own)}`}
              </span>
              <button type="button" className="link-button" onClick={drop}>
                {t('btn-remove')}
              </button>
            </p>
          )}
          <p className="form-help preview-part">
            {t(films.length > 0 && preview === null ? 'create-preview-own' : 'create-preview-file')}
          </p>
          <div className="preview-choices">
            <button
              type="button"
              className="preview-add"
              aria-label={t('create-preview-upload')}
              title={t('create-preview-upload')}
              onClick={() => pick.current?.click()}
            >
              <Plus className="icon" aria-hidden />
            </button>
            {askForMedia ? (
              <button
                type="button"
                className="preview-add"
                aria-label={t('create-from-library')}
                title={t('create-from-library')}
                onClick={() => void take()}
              >
                <FolderOpen className="icon" aria-hidden />
              </button>
            ) : null}
          </div>
          {sold.length > 0 && preview === null ? (
            <>
              <p className="form-help preview-part">{t('create-preview-give')}</p>
              <div className="preview-choices" role="group" aria-labelledby={id}>
                {sold.map((item, index) => (
                  <button
                    key={item.key}
                    type="button"
                    className="preview-choice"
                    title={item.name}
                    aria-label={t('create-preview-choice', { n: index + 1, name: item.name })}
                    onClick={() => choose(item.key)}
                  >
                    {item.preview === null ? (
                      <span>{isFilm(item) ? <Film className="icon" aria-hidden /> : null}</span>
                    ) : (
                      <img src={item.preview} alt="" />
                    )}
                  </button>
                ))}
              </div>
            </>
          ) : null}
          <input
            ref={pick}
            type="file"
            multiple
            accept={acceptedFiles}
            hidden
            aria-hidden="true"
            tabIndex={-1}
            data-preview-file
            onChange={(event) => {
              upload([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          {note === null ? (
            <FieldError text={error} />
          ) : (
            <p className="form-wrong" role="alert">
              {note}
            </p>
          )}
        </>
      ) : null}
      {gift.question}
    </section>
  );
}
