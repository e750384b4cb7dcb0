import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeedCard } from '../../../entities/post/feed-card.ts';
import { useMe, useSetting, useSite, useTimeZone } from '../../../lib/site.tsx';
import type { UploadItem } from '../../../entities/upload/upload-item.ts';
import { draftPost, eyes, type Eyes } from './draft-post.ts';
import { scheduledAt, type PostDraft } from './post-draft.ts';
import { everyPost, useStudioPosts } from '../list/studio-posts.ts';

const eyeTexts = { member: 'create-eyes-member', guest: 'create-eyes-guest', buyer: 'create-eyes-buyer' } as const;

interface FanCardProps {
  readonly draft: PostDraft;
  readonly files: readonly UploadItem[];
  readonly preview: UploadItem | null;
  readonly now: Date;
}

/** The card as it will stand in the feed, drawn by the feed's own component and alive while the form is filled in. */
export function FanCard({ draft, files, preview, now }: FanCardProps) {
  const { t } = useTranslation();
  const [who, setWho] = useState<Eyes>('member');
  const { Card } = useFeedCard();
  const { currency } = useSite();
  const settings = useCardSettings();
  const { data: posts } = useStudioPosts(everyPost);
  const serial = Math.max(0, ...(posts?.blogs ?? []).map((post) => post.serial)) + 1;
  const at = scheduledAt(draft, useTimeZone()) ?? now;
  const me = useMe();
  const viewer = useMemo(
    () =>
      who === 'guest' || me === null ? null : { ...me, role: 'user' as const, ccbillSubscriptionStatus: '2' as const },
    [who, me],
  );
  return (
    <section className="fan-side" aria-label={t('create-card-preview')}>
      <header className="fan-eyes">
        <h2 className="form-label">{t('create-card-preview')}</h2>
        <div className="segments" role="radiogroup" aria-label={t('create-card-preview')}>
          {eyes.map((one) => (
            <label key={one}>
              <input type="radio" name="eyes" checked={one === who} onChange={() => setWho(one)} />
              <span>{t(eyeTexts[one])}</span>
            </label>
          ))}
        </div>
      </header>
      <div className="fan-frame">
        <Suspense fallback={null}>
          <Card post={draftPost(draft, files, preview, { who, settings, currency, serial, at })} viewer={viewer} />
        </Suspense>
      </div>
    </section>
  );
}

function useCardSettings() {
  return {
    is_feed_like_enabled: useSetting('is_feed_like_enabled') === true,
    is_feed_comment_enabled: useSetting('is_feed_comment_enabled') === true,
    like_visibility: useSetting('like_visibility') ?? 'registered_and_subscribers',
    comment_visibility: useSetting('comment_visibility') ?? 'registered_and_subscribers',
    enable_like_count_for_private_locked_post: useSetting('enable_like_count_for_private_locked_post') === true,
    enable_comment_count_for_private_locked_post: useSetting('enable_comment_count_for_private_locked_post') === true,
    show_media_count_in_exclusive_content: useSetting('show_media_count_in_exclusive_content') === true,
    feed_tags_enable: useSetting('feed_tags_enable') === true,
  };
}
