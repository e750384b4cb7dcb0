import { mayCreatePosts } from '@backlot/domain/people/capabilities';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useTitle } from '../../lib/navigation/title.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { useCustomText } from '../../lib/texts/custom-texts.ts';
import { UnderHero } from '../../components/ribbon/under-hero.tsx';
import { useMe, useSetting, viewerOf } from '../../lib/site.tsx';
import { useSlots } from '../../components/theme/slots.tsx';
import '../../components/styles/media.css';
import './feed/feed.css';
import { EndlessFeed } from './feed/feed-endless.tsx';
import { NumberedFeed } from './feed/feed-numbered.tsx';
import { Hero, useHasHero } from './feed/hero.tsx';
import { useFeedTags } from './feed/tags-query.ts';

/** The feed: banner, filter by tag, posts newest first. */
export function Page() {
  const { t } = useTranslation();
  const { Divider, HeadingOrnament, TagFilter } = useSlots();
  const hasHero = useHasHero();
  const known = useFeedTags();
  const tags = known ?? [];
  const filterText = useCustomText('feed_tag_filter_button_text');
  const isNumbered = useSetting('is_pagination_on_exclusive_content_enabled') === true;
  const [search, setSearch] = useSearchParams();
  const [total, setTotal] = useState<number | null>(null);
  const mayPost = mayCreatePosts(viewerOf(useMe()));
  const asked = search.get('feed_tag_id');
  // Until the tags are known the address is believed, so that no other feed is fetched first.
  const tag = known === null ? asked : (known.find((one) => one.id === asked)?.id ?? null);
  const choose = (id: string | null): void =>
    setSearch(id === null ? {} : { feed_tag_id: id }, { replace: true, preventScrollReset: true });
  const Heading = hasHero ? 'h2' : 'h1';
  const Feed = isNumbered ? NumberedFeed : EndlessFeed;
  useTitle(null);
  return (
    <div className="feed">
      {hasHero ? <Hero /> : null}
      <UnderHero />
      {hasHero ? (
        <div className="feed-divider">
          <Divider />
        </div>
      ) : null}
      <div className="feed-body" data-tagged={tags.length > 0 || undefined}>
        <header className="feed-head">
          <HeadingOrnament isActive />
          <Heading tabIndex={-1}>{t('feed-heading')}</Heading>
          {total === null ? null : (
            <span className="feed-count figures">{t('feed-newest-first', { count: total })}</span>
          )}
          {mayPost ? (
            <span className="feed-new">
              <ButtonLink to={paths.startPromotion} tone="quiet" size="s">
                {t('nav-promotions')}
              </ButtonLink>
              <ButtonLink to={paths.createPost} tone="quiet" size="s">
                {t('nav-create-post')}
              </ButtonLink>
            </span>
          ) : null}
        </header>
        {tags.length === 0 ? null : (
          <div className="feed-tags">
            <TagFilter
              heading={filterText || t('post-tags')}
              allLabel={t('filter-all')}
              resetLabel={t('btn-reset')}
              tags={tags}
              chosen={tag}
              onChoose={choose}
            />
          </div>
        )}
        <div className="feed-list">
          <Feed key={tag ?? 'all'} tag={tag} onTotal={setTotal} onReset={tag === null ? null : () => choose(null)} />
        </div>
      </div>
    </div>
  );
}
