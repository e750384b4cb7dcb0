import type { LibraryMedia } from '@backlot/contracts/library';
import { Check, Film, ImageOff, LoaderCircle, Images, Play, UsersRound, VolumeX } from 'lucide-react';
import { memo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { placeholderPicture } from '../../../lib/media/placeholder.ts';
import { useFormats } from '../../../lib/site.tsx';
import type { LibraryLabels } from '../library-labels.ts';

export interface TileProps {
  readonly media: LibraryMedia;
  readonly labels: LibraryLabels;
  readonly at: number;
  readonly of: number;
  readonly isSelected: boolean;
  /** Its place among those that were chosen, from 1; null where the order means nothing. */
  readonly order: number | null;
  readonly canSelect: boolean;
  readonly isTaken: boolean;
  readonly isOpen: boolean;
  /** The one that Tab comes to. */
  readonly isStop: boolean;
  readonly onPress: (id: string, event: MouseEvent<HTMLElement>, isOnBox: boolean) => void;
}

export const tileId = (id: string): string => `media-${id}`;

/** One file: its picture, what it is, and where it is used. Press its box to choose it, the rest to open it. */
export const MediaTile = memo(function MediaTile({
  media,
  labels,
  at,
  of,
  isSelected,
  order,
  canSelect,
  isTaken,
  isOpen,
  isStop,
  onPress,
}: TileProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const name = [
    labels.name(media),
    ...(isTaken ? [t('library-pick-taken')] : []),
    ...(order === null ? [] : [t('library-pick-order', { n: order })]),
  ].join(', ');
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list handles the keys of all its options
    <div
      id={tileId(media._id)}
      role="option"
      tabIndex={isStop ? 0 : -1}
      className="media-item"
      data-state={media.state}
      data-open={isOpen || undefined}
      data-taken={isTaken || undefined}
      aria-selected={isSelected}
      aria-disabled={!canSelect && !isSelected ? true : undefined}
      aria-setsize={of}
      aria-posinset={at + 1}
      title={media.name}
      onClick={(event) =>
        onPress(media._id, event, event.target instanceof Element && event.target.closest('.media-box') !== null)
      }
    >
      <span className="visually-hidden">{name}</span>
      <Face media={media} />
      {media.state === 'processing' || isTaken ? null : (
        <span className="media-box" aria-hidden="true">
          {isSelected ? order === null ? <Check className="icon" /> : number(order) : null}
        </span>
      )}
      {isTaken ? (
        <span className="media-taken" aria-hidden="true">
          {t('library-pick-taken')}
        </span>
      ) : null}
      <span className="media-marks" aria-hidden="true">
        {media.used_in > 0 ? (
          <span className="media-chip">
            <Images className="icon" />
            {t('library-in-posts', { count: media.used_in })}
          </span>
        ) : null}
        {media.sold_to ? (
          <span className="media-chip" data-tone="sold">
            <UsersRound className="icon" />
            {labels.count(media.sold_to)}
          </span>
        ) : null}
        {media.is_sound_lost ? (
          <span className="media-chip" data-tone="warn">
            <VolumeX className="icon" />
          </span>
        ) : null}
      </span>
      {media.state === 'ready' ? (
        <span className="media-details" aria-hidden="true">
          {media.type === 'video' ? (
            <span className="media-chip">
              <Play className="icon" />
              {media.video_duration === null ? null : labels.length(media.video_duration)}
            </span>
          ) : null}
          {media.size === null ? null : <span className="media-chip">{labels.size(media.size, media.type)}</span>}
          <span className="media-chip media-day">{labels.day(media.createdAt)}</span>
        </span>
      ) : null}
    </div>
  );
});

/** MEDIA-26 to MEDIA-28: the picture, or what stands for it while there is none. */
function Face({ media }: { media: LibraryMedia }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (media.state === 'processing') {
    const percent = media.progress ?? 0;
    return (
      <span className="media-face media-waits" aria-hidden="true">
        {media.type === 'video' ? <Film className="icon" /> : <LoaderCircle className="icon media-turns" />}
        <b>
          {t('upload-state-processing')}
          {media.progress === null ? '' : ` ${number(percent)} %`}
        </b>
        <span className="cut">{media.name}</span>
        {media.progress === null ? null : (
          <span className="progress">
            <i style={{ inlineSize: `${percent}%` }} />
          </span>
        )}
      </span>
    );
  }
  if (media.state === 'error')
    return (
      <span className="media-face media-failed" aria-hidden="true">
        <ImageOff className="icon" />
        <b>{t('library-error')}</b>
        <span>{media.error_text}</span>
      </span>
    );
  const impression = media.placeholder === null ? null : placeholderPicture(media.placeholder);
  return (
    <span
      className="media-face"
      aria-hidden="true"
      style={impression === null ? undefined : { backgroundImage: `url(${impression})` }}
    >
      <img
        src={media.thumbnail_url ?? media.small_thumb ?? undefined}
        srcSet={media.sources.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
        sizes="(min-width: 1280px) 14vw, (min-width: 992px) 20vw, 31vw"
        alt=""
        decoding="async"
        loading="lazy"
        draggable={false}
        width={media.width ?? 1}
        height={media.height ?? 1}
      />
    </span>
  );
}
