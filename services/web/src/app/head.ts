import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { queryKeys } from '@backlot/contracts/bootstrap';
import type { PostView } from '@backlot/contracts/posts';
import { captionPreview } from '@backlot/domain/limits';
import { isLandingOn } from '@backlot/domain/sites/landing';
import type { i18n } from 'i18next';
import { readSetting } from '../lib/settings.ts';
import { statusOf, type FirstScreen } from './first-screen.ts';

export interface Head {
  readonly title: string;
  readonly description: string;
  /** Absolute or a path of the site; empty for none. */
  readonly image: string;
  /** The one path under which the page is to be known; null where there is no page. */
  readonly canonicalPath: string | null;
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
  const isMissing = statusOf(screen, bootstrap) === 404;
  const page = isMissing
    ? t('not-found-page')
    : isOpen
      ? screen.route.title === undefined
        ? ''
        : t(screen.route.title)
      : closedTitle(screen, t);
  const post = isOpen && screen.params['blog_id'] ? findPost(bootstrap, screen.params['blog_id']) : null;
  const caption =
    post === null
      ? ''
      : captionPreview((post.description ?? '').trim().slice(0, 1200)) ||
        post.title ||
        t('post-no-caption', { serial: post.serial });
  const named = caption || page;
  const isLanding = isOpen && screen.isLanding;
  return {
    title:
      named === ''
        ? [site.name, isOpen ? tagline : ''].filter(Boolean).join(' · ')
        : t('meta-page', { page: named, site: site.name }),
    description: caption || description,
    image:
      screen.kind === 'age-gate'
        ? ''
        : (post?.state === 'unlocked' && post.public ? post.media[0]?.url : null) ||
          readSetting(settings, 'share_image') ||
          '',
    canonicalPath: isOpen && !isMissing ? canonicalOf(bootstrap, screen.route.path) : null,
    isIndexed:
      isOpen &&
      !isMissing &&
      !site.ageGate &&
      !screen.route.path.startsWith('/profile') &&
      !screen.route.path.startsWith('/change-password') &&
      !screen.route.path.startsWith('/invitation'),
    preload: isLanding ? bannerOf(settings) : null,
  };
}

/** What a page is called that shows none of its screens. */
function closedTitle(screen: FirstScreen, t: i18n['t']): string {
  switch (screen.kind) {
    case 'denied':
      return t('access-denied-title');
    case 'maintenance':
      return t('maintenance-title');
    case 'stopped':
      return t('service-stopped-title');
    default:
      return '';
  }
}

/** Without the query, which only filters; the feed is at one of its two addresses. */
function canonicalOf({ path, settings }: Bootstrap, route: string): string {
  if (route === '/home') return isLandingOn((key) => readSetting(settings, key)) ? '/home' : '/';
  return path.split(/[?#]/, 1)[0] ?? '/';
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
