import { CalendarClock, CircleAlert, Globe, LoaderCircle, Lock, UsersRound, VolumeX } from 'lucide-react';
import type { PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { useFormats } from '../../../lib/site.tsx';

const visibilities = {
  locked: ['lock-locked', Lock],
  private: ['visibility-private', UsersRound],
  public: ['visibility-public', Globe],
} as const;

/** Who may see it; a locked post tells its price instead. */
export function VisibilityChip({ post }: { post: Pick<PostView, 'visibility' | 'amount'> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [text, Icon] = visibilities[post.visibility];
  const price = post.visibility === 'locked' && post.amount !== null ? formats.money(post.amount) : null;
  return (
    <StateChip>
      <Icon className="icon" aria-hidden />
      {price === null ? (
        t(text)
      ) : (
        <>
          <span className="visually-hidden">{t(text)}</span>
          {price}
        </>
      )}
    </StateChip>
  );
}

/** What keeps it from the feed; nothing for a post that stands there. */
export function PostStateChip({
  post,
}: {
  post: Pick<PostView, 'state' | 'is_published' | 'contentLeftForProcessing' | 'isError'>;
}) {
  const { t } = useTranslation();
  if (post.state === 'error' || post.isError)
    return (
      <StateChip tone="bad">
        <CircleAlert className="icon" aria-hidden />
        {t('posts-state-error')}
      </StateChip>
    );
  if (post.state === 'processing')
    return (
      <StateChip tone="warn">
        <LoaderCircle className="icon" aria-hidden />
        {t('upload-state-processing')}
      </StateChip>
    );
  if (!post.is_published)
    return (
      <StateChip tone="info">
        <CalendarClock className="icon" aria-hidden />
        {t('post-state-scheduled')}
      </StateChip>
    );
  return null;
}

/** What its fans do not hear, in a sentence. */
export function SoundLost({ post: { sound_lost_index: places } }: { post: Pick<PostView, 'sound_lost_index'> }) {
  const { t } = useTranslation();
  if (!places?.length) return null;
  return (
    <span className="note-line" data-tone="warn">
      <VolumeX className="icon" aria-hidden />
      {t('posts-sound-lost', { count: places.length })}
    </span>
  );
}

/** A post by its words, or by its number. */
export function usePostName(): (post: Pick<PostView, 'title' | 'description' | 'serial'>) => string {
  const { t } = useTranslation();
  return ({ title, description, serial }) => description || title || t('post-no-caption', { serial });
}
