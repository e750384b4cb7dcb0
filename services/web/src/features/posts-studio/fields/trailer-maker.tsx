import { trailerStretch } from '@backlot/domain/posts/trailer';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Scissors } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spriteFrame } from '../../../components/film/sprite-frame.ts';
import { Select } from '../../../components/kit/select.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { api } from '../../../lib/api.ts';
import { filmClock } from '../../../lib/media/film-length.ts';
import { useFormats, useSite } from '../../../lib/site.tsx';
import { hasArrived, type UploadItem } from '../../../entities/upload/upload-item.ts';

/** Two of them fit beside each other on the narrowest phone. */
const frameWidest = 120;

interface TrailerMakerProps {
  /** Films that the post sells. */
  readonly films: readonly UploadItem[];
  readonly onMade: (trailer: UploadItem) => void;
}

/** The creator picks where the trailer begins; the server cuts it. */
export function TrailerMaker({ films, onMade }: TrailerMakerProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const id = useId();
  const [key, setKey] = useState(films[0]?.key);
  const [wanted, setWanted] = useState(0);
  const film = films.find((one) => one.key === key) ?? films[0];
  const details = useFilmDetails(film);
  const seconds = details?.video_duration ?? film?.duration ?? null;
  const stretch = seconds === null ? null : trailerStretch({ durationMs: seconds * 1000 }, wanted * 1000);
  const label =
    stretch === null
      ? ''
      : t('create-trailer-stretch', {
          from: filmClock(stretch.startMs / 1000),
          to: filmClock((stretch.startMs + stretch.lengthMs) / 1000),
        });
  const cut = useMutation({
    mutationFn: async (from: NonNullable<typeof stretch> & { readonly mediaId: string }) =>
      (await api('POST /api/media/trailer', { body: { mediaId: from.mediaId, start: from.startMs / 1000 } })).data,
    onSuccess: (made, { lengthMs }) =>
      onMade({
        key: `trailer-${made._id}`,
        mediaId: made._id,
        name: t('create-trailer-name', { stretch: label }),
        size: 0,
        type: 'video/mp4',
        phase: made.state === 'ready' ? 'ready' : 'processing',
        sent: 0,
        problem: null,
        preview: made.thumbnail_url,
        width: made.width ?? film?.width ?? null,
        height: made.height ?? film?.height ?? null,
        duration: made.duration ?? lengthMs / 1000,
        isFromLibrary: true,
      }),
  });
  if (!film) return null;
  if (!hasArrived(film) || film.mediaId === null) return <p className="form-help">{t('create-trailer-wait')}</p>;
  const { mediaId } = film;
  const frameAt = (ms: number) =>
    details?.sprite ? (
      <span className="trailer-frame" style={spriteFrame(details.sprite, ms / 1000, frameWidest)} />
    ) : null;
  return (
    <fieldset className="trailer">
      <legend>{t('create-trailer')}</legend>
      {films.length > 1 ? (
        <Select
          label={t('create-trailer-of')}
          hideLabel
          value={film.key}
          options={films.map((one) => ({ value: one.key, text: one.name }))}
          onChange={(next) => {
            setKey(next);
            setWanted(0);
          }}
        />
      ) : null}
      {stretch === null || seconds === null ? (
        <p className="form-help" role="status">
          {t('film-processing')}
        </p>
      ) : (
        <>
          {details?.sprite ? (
            <span className="trailer-frames" aria-hidden="true">
              {frameAt(stretch.startMs)}
              <i />
              {frameAt(stretch.startMs + stretch.lengthMs)}
            </span>
          ) : null}
          <label className="trailer-start" htmlFor={id}>
            <span>{t('create-trailer-start')}</span>
            <output htmlFor={id} className="figures" dir="ltr">
              {label}
            </output>
          </label>
          <input
            id={id}
            type="range"
            min={0}
            max={Math.max(0, seconds - stretch.lengthMs / 1000)}
            step={0.5}
            value={stretch.startMs / 1000}
            aria-valuetext={label}
            onChange={(event) => setWanted(Number(event.target.value))}
          />
          <p className="form-help">
            {t('create-trailer-help', { seconds: formats.number(Math.round(stretch.lengthMs / 100) / 10) })}
          </p>
          <button
            type="button"
            className="btn"
            aria-disabled={cut.isPending || undefined}
            onClick={() => {
              if (!cut.isPending) cut.mutate({ ...stretch, mediaId });
            }}
          >
            <Scissors className="icon" aria-hidden />
            {cut.isPending ? t('saving') : t('create-trailer')}
          </button>
        </>
      )}
      <FormError error={cut.error} />
    </fieldset>
  );
}

/** Length and frames of a film; asked again while it is processed. */
function useFilmDetails(film: UploadItem | undefined) {
  const { id } = useSite();
  const mediaId = film?.mediaId ?? null;
  const { data } = useQuery({
    queryKey: [id, 'trailer-of', mediaId],
    queryFn: async ({ signal }) =>
      (await api('POST /api/media/item', { body: { mediaId: mediaId ?? '' }, signal })).data,
    enabled: film !== undefined && mediaId !== null && hasArrived(film),
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? 3000 : false),
  });
  return data ?? null;
}
