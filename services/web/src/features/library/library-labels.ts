import type { LibraryMedia, MediaUse } from '@backlot/contracts/library';
import { mediaSize, thousands } from '@backlot/domain/people/badges';
import { clockDuration, relativeDay } from '@backlot/domain/formats/dates';
import { useTranslation } from 'react-i18next';
import { useFormats, useSetting, useSite } from '../../lib/site.tsx';

/** Figures of the library as the specification writes them. */
export interface LibraryLabels {
  /** `Empty`, `212`, `1.2K`. */
  readonly count: (files: number) => string;
  /** `412.5 MB`. */
  readonly size: (bytes: number, kind: LibraryMedia['type']) => string;
  /** `Today`, `Yesterday`, `Nov 18`. */
  readonly day: (instant: string) => string;
  /** `02:10`, `01:02:10`. */
  readonly length: (seconds: number) => string;
  /** What shows a file: a post's title. */
  readonly use: (use: MediaUse) => string;
  /** What a screen reader says of a file. */
  readonly name: (media: LibraryMedia) => string;
}

export function useLibraryLabels(): LibraryLabels {
  const { t } = useTranslation();
  const { language } = useSite();
  const { number } = useFormats();
  const timeZone = useSetting('timezone') || 'UTC';
  const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const day = (instant: string): string => {
    const when = relativeDay(new Date(instant), Date.now(), timeZone, language);
    return 'id' in when ? t(when.id) : when.text;
  };
  const labels: LibraryLabels = {
    use: ({ holder, title }) => (holder === 'settings' ? t('library-use-look') : title),
    count: (files) => {
      if (files === 0) return t('category-count-empty');
      const short = thousands(files);
      return short === null
        ? number(files)
        : t('media-count-short', {
            n: new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(Number(short)),
          });
    },
    size: (bytes, kind) => {
      const { value, unit } = mediaSize(bytes, kind);
      return `${decimal.format(Number(value))} ${unit}`;
    },
    day,
    length: clockDuration,
    name: (media) =>
      [
        t('library-item', {
          name: media.name,
          kind: t(media.type === 'video' ? 'library-kind-video' : 'library-kind-photo'),
          date: day(media.createdAt),
        }),
        ...(media.is_process ? [t('upload-state-processing')] : []),
        ...(media.is_error ? [media.error_text ?? t('library-error')] : []),
        ...(media.is_sound_lost ? [t('library-sound-lost')] : []),
        ...(media.video_duration === null ? [] : [clockDuration(media.video_duration)]),
        ...(media.used_in > 0 ? [t('library-in-posts', { count: media.used_in })] : []),
        ...(media.sold_to ? [t('library-sold', { count: media.sold_to })] : []),
      ].join(', '),
  };
  return labels;
}
