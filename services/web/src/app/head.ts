import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { queryKeys } from '@backlot/contracts/bootstrap';
import type { PostView } from '@backlot/contracts/posts';
import type { i18n } from 'i18next';
import { readSetting } from '../lib/settings.ts';
import type { FirstScreen } from './first-screen.ts';

export interface Head {
  readonly title: string;
  readonly description: string;
  /** Absolute or a path of the site; empty for none. */
  readonly image: string;
  /** Search engines may list the page. */
  readonly isIndexed: boolean;
  /** Picture that the first view needs: wide, and on phones. */
  readonly preload: { readonly wide: string; readonly narrow: string } | null;
}

/** Titles and share cards are the site's own. */
export function headOf(bootstrap: Bootstrap, screen: FirstScreen, texts: i18n): Head {
  const { site, settings } = bootstrap;
  const t = texts.t.bind(texts);
  const tagline = readSetting(settings, 'site_tagline') ?? '';
  const description = readSetting(settings, 'site_description') || tagline;
  const isOpen = screen.kind === 'screen';
  const page = isOpen && screen.route.title !== undefined ? t(screen.route.title) : '';
  const post = isOpen && screen.params['blog_id'] ? findPost(bootstrap, screen.params['blog_id']) : null;
  const caption = post?.description?.slice(0, 80) || post?.title || '';
  const named = caption || page;
  const isLanding = isOpen && screen.screen === 'sites/landing-page';
  return {
    title: named === '' ? [site.name, isOpen ? tagline : ''].filter(Boolean).join(' · ') : t('meta-page', { page: named, site: site.name }),
    description: caption || description,
    image: screen.kind === 'age-gate' ? '' : (post?.state === 'unlocked' && post.public ? post.media[0]?.url : null) || readSetting(settings, 'share_image') || '',
    isIndexed: isOpen && !site.ageGate && !screen.route.path.startsWith('/profile') && !screen.route.path.startsWith('/change-password'),
    preload: isLanding ? bannerOf(settings) : null,
  };
}

function bannerOf(settings: Bootstrap['settings']): Head['preload'] {
  const wide = readSetting(settings, 'banner_image') ?? '';
  const narrow = readSetting(settings, 'banner_image_for_mobile') || wide;
  return wide === '' ? null : { wide, narrow };
}

function findPost(bootstrap: Bootstrap, id: string): PostView | null {
  const key = JSON.stringify(queryKeys.post(bootstrap.site.id, id));
  return (bootstrap.queries.find((query) => JSON.stringify(query.key) === key)?.data as PostView | undefined) ?? null;
}
