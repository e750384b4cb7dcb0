import { Film, Heart, Image as ImageIcon, Lock, Play } from 'lucide-react';
import { captionPreview } from '@backlot/domain/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../components/avatar.tsx';
import { CaptionVeil } from '../../components/caption-veil.tsx';
import { filmClock } from '../../lib/film-length.ts';
import { useFormats, useSetting, useSite } from '../../lib/site.tsx';
import { isFilm, type UploadItem } from '../../lib/uploads/upload-item.ts';
import { amountOf } from './post-checks.ts';
import { scheduledAt, type PostDraft } from './post-draft.ts';

const eyes = ['member', 'guest', 'buyer'] as const;
type Eyes = (typeof eyes)[number];
const eyeTexts = { member: 'create-eyes-member', guest: 'create-eyes-guest', buyer: 'create-eyes-buyer' } as const;

/** DECISIONS 15: who sees the pictures, and who the words. */
export function seenBy(who: Eyes, { visibility, blurCaption }: Pick<PostDraft, 'visibility' | 'blurCaption'>): { isOpen: boolean; action: 'none' | 'unlock' | 'join'; hidesCaption: boolean } {
  const isOpen = who === 'buyer' || visibility === 'public' || (visibility === 'private' && who === 'member');
  const action = isOpen ? 'none' : visibility === 'locked' && who === 'member' ? 'unlock' : 'join';
  return { isOpen, action, hidesCaption: !isOpen && blurCaption };
}

/** The card as it will stand in the feed, alive while the form is filled in. */
interface FanCardProps { readonly draft: PostDraft; readonly files: readonly UploadItem[]; readonly preview: UploadItem | null }

export function FanCard(props: FanCardProps) {
  const { t } = useTranslation();
  const [who, setWho] = useState<Eyes>('member');
  return (
    <section className="fan-side" aria-label={t('create-card-preview')}>
      <header className="fan-eyes">
        <h2 className="form-label">{t('create-card-preview')}</h2>
        <div className="segments" role="radiogroup" aria-label={t('create-card-preview')}>
          {eyes.map((one) => <label key={one}><input type="radio" name="eyes" checked={one === who} onChange={() => setWho(one)} /><span>{t(eyeTexts[one])}</span></label>)}
        </div>
      </header>
      <Card {...props} who={who} />
    </section>
  );
}

function Card({ draft, files, preview, who }: FanCardProps & { readonly who: Eyes }) {
  const { t } = useTranslation();
  const site = useSite();
  const formats = useFormats();
  const avatar = useSetting('avatar_url') || null;
  const creator = useSetting('model_name') || site.name;
  const areTagsOn = useSetting('feed_tags_enable') === true;
  const { isOpen, action, hidesCaption } = seenBy(who, draft);
  const first = files[0];
  const shown = draft.hasPreview && draft.visibility === 'locked' ? preview : null;
  const at = scheduledAt(draft);
  const amount = amountOf(draft);
  const price = draft.visibility === 'locked' && amount > 0 ? formats.money(amount) : undefined;
  return (
    <article className="fan-card">
      <header className="fan-head"><Avatar name={creator} url={avatar} size={32} /><span className="who"><b>{creator}</b><small>{at ? formats.exact(at) : t('date-now')}</small></span></header>
      <div className="fan-media" data-open={isOpen || undefined} data-blurred={(!isOpen && draft.blurMedia) || undefined}>
        {first?.preview ? <img src={first.preview} alt="" /> : <ImageIcon className="icon" aria-hidden />}
        {!isOpen && shown?.preview ? <span className="fan-preview"><img src={shown.preview} alt="" /><small>{t('create-preview')}</small></span> : null}
        {isOpen && first && isFilm(first) ? <span className="fan-play" aria-hidden="true"><Play className="icon" /></span> : null}
        {isOpen && files.length > 1 ? <span className="fan-count">{formats.number(1)} / {formats.number(files.length)}</span> : null}
        {isOpen || files.length === 0 ? null : (
          <div className="fan-lock">
            <Inside draft={draft} files={files} />
            <span className="fan-button"><Lock className="icon" aria-hidden />{action === 'unlock' ? t('btn-unlock-for', { price: price ?? '' }) : price ? `${t('btn-sign-up')} · ${price}` : t('btn-subscribe')}</span>
          </div>
        )}
      </div>
      <div className="fan-words">
        <Words caption={draft.caption.trim()} isHidden={hidesCaption} />
        <footer><span><Heart className="icon" aria-hidden />{formats.number(0)}</span>{areTagsOn && draft.tags.length > 0 ? <span className="cut" dir="auto">{draft.tags.map((tag) => `#${tag}`).join(' ')}</span> : null}</footer>
      </div>
    </article>
  );
}

function Words({ caption, isHidden }: { caption: string; isHidden: boolean }) {
  const { t } = useTranslation();
  const short = captionPreview(caption);
  if (short === '') return <p className="muted">{t('create-no-caption')}</p>;
  if (isHidden) return <p className="muted"><CaptionVeil />{t('post-caption-hidden')}</p>;
  return <p dir="auto">{short}{short === caption ? null : <b> {t('create-more')}</b>}</p>;
}

/** What a closed card tells about its inside, as far as the post and the site let it. */
function Inside({ draft, files }: { draft: PostDraft; files: readonly UploadItem[] }) {
  const { t } = useTranslation();
  const isCountTold = useSetting('show_media_count_in_exclusive_content') === true && draft.showCount;
  const good = files.filter(({ phase }) => phase !== 'refused');
  const films = good.filter(isFilm);
  const photos = good.length - films.length;
  const seconds = films.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const length = draft.showLength && seconds > 0 ? filmClock(seconds) : '';
  if (!isCountTold && length === '') return null;
  return (
    <span className="fan-inside">
      {isCountTold && photos > 0 ? <span><ImageIcon className="icon" aria-hidden />{t('photo-count', { count: photos })}</span> : null}
      {films.length > 0 && (isCountTold || length !== '') ? <span><Film className="icon" aria-hidden />{isCountTold ? t('video-count', { count: films.length }) : null} {length}</span> : null}
    </span>
  );
}
