import type { LibraryMedia, LibraryMediaDetail } from '@backlot/contracts/library';
import type { MediaView } from '@backlot/contracts/posts';
import { VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilmPlayer } from '../../../components/film/film-player.tsx';
import { Picture } from '../../../components/picture.tsx';
import { Failed, Lines } from '../../../components/studio/list-states.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { useMediaDetail } from '../library-query.ts';
import { useLibraryLabels } from '../library-labels.ts';
import { MediaActions } from './media-actions.tsx';
import { MediaBuyers } from './media-buyers.tsx';
import { MediaUses } from './media-uses.tsx';
import { RenameField } from './rename-field.tsx';
import '../../../components/styles/media.css';

interface MediaPanelProps {
  readonly media: LibraryMedia;
  readonly onAssign: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

/** One file: large, with its details, where it is used and who owns it. */
export function MediaPanel({ media, onAssign, onDelete, ...steps }: MediaPanelProps) {
  const { t } = useTranslation();
  const labels = useLibraryLabels();
  const detail = useMediaDetail(media._id);
  const [isRenaming, setRenaming] = useState(false);
  return (
    <SidePanel
      {...steps}
      label={media.name}
      head={
        <div>
          <h2 title={media.name} dir="auto">
            {media.name}
          </h2>
          <p className="small muted">
            {t(media.type === 'video' ? 'library-kind-video' : 'library-kind-photo')} · {labels.day(media.createdAt)}
          </p>
        </div>
      }
    >
      <section className="side-section library-large">
        <Large media={media} detail={detail.data} renew={async () => (await detail.refetch()).data ?? null} />
        {media.is_sound_lost ? (
          <p className="note-line" data-tone="warn">
            <VolumeX className="icon" aria-hidden />
            {t('library-sound-lost')}
          </p>
        ) : null}
      </section>
      <section className="side-section library-actions">
        {isRenaming ? (
          <RenameField key={media._id} media={media} onDone={() => setRenaming(false)} />
        ) : (
          <MediaActions media={media} onRename={() => setRenaming(true)} onAssign={onAssign} onDelete={onDelete} />
        )}
      </section>
      <section className="side-section">
        <Details media={media} />
      </section>
      <section className="side-section">
        <h3>{t('library-uses')}</h3>
        {detail.data ? (
          <MediaUses uses={detail.data.uses} />
        ) : detail.error ? (
          <Failed error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <Lines count={2} />
        )}
      </section>
      <section className="side-section">
        <h3>{t('library-buyers')}</h3>
        <MediaBuyers mediaId={media._id} isInSeveral={(detail.data?.uses.length ?? 0) > 1} />
      </section>
    </SidePanel>
  );
}

function Large({
  media,
  detail,
  renew,
}: {
  media: LibraryMedia;
  detail: LibraryMediaDetail | undefined;
  renew: () => Promise<LibraryMediaDetail | null>;
}) {
  const { t } = useTranslation();
  const shape = { aspectRatio: media.width && media.height ? `${media.width} / ${media.height}` : '1' };
  if (media.state !== 'ready')
    return (
      <p className={media.is_error ? 'form-wrong' : 'muted'}>
        {media.is_error ? media.error_text : t('upload-state-processing')}
      </p>
    );
  if (!detail) return <span className="library-shape" style={shape} />;
  if (media.type === 'video')
    return (
      <div className="library-shape" style={shape}>
        <FilmPlayer
          key={media._id}
          media={viewOf(detail)}
          title={media.name}
          sizes="25rem"
          renew={async () => {
            const again = await renew();
            return again && viewOf(again);
          }}
        />
      </div>
    );
  return (
    <span className="library-shape" style={shape}>
      <Picture key={media._id} media={viewOf(detail)} alt={media.name} sizes="25rem" isWhole />
    </span>
  );
}

/** As players and pictures take it. */
const viewOf = (media: LibraryMediaDetail): MediaView => ({
  _id: media._id,
  type: media.type,
  width: media.width ?? 1,
  height: media.height ?? 1,
  duration: media.video_duration,
  hls_url: media.hls_url,
  mp4_url: media.mp4_url,
  sprite: media.sprite,
  url: media.url,
  thumbnail_url: media.thumbnail_url,
  sources: media.sources,
  blur_url: media.blur_url,
  placeholder: media.placeholder,
  is_process: media.is_process,
  is_error: media.is_error,
});

function Details({ media }: { media: LibraryMedia }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const labels = useLibraryLabels();
  const details: readonly (readonly [string, React.ReactNode])[] = [
    [t('library-detail-date'), <Time key="date" at={media.createdAt} />],
    ...(media.width && media.height
      ? [
          [
            t('library-detail-dimensions'),
            <bdi key="sides">
              {number(media.width)} × {number(media.height)}
            </bdi>,
          ] as const,
        ]
      : []),
    ...(media.video_duration === null
      ? []
      : [[t('library-detail-length'), labels.length(media.video_duration)] as const]),
    ...(media.size === null ? [] : [[t('library-detail-size'), labels.size(media.size, media.type)] as const]),
    [t('library-detail-category'), media.category?.name ?? t('library-category-none')],
  ];
  return (
    <dl className="pairs">
      {details.map(([name, value]) => [<dt key={`${name}-name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  );
}
