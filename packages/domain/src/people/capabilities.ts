import type { ComputedRole, Viewer } from './roles.ts';
import { computedRole, isAdmin } from './roles.ts';
import { contentManagerMay } from '../routes/access.ts';

const staffRole = (viewer: Viewer): ComputedRole | null =>
  viewer && isAdmin(viewer) ? computedRole(viewer.role) : null;
const holds = (viewer: Viewer, ...roles: ComputedRole[]): boolean => roles.includes(staffRole(viewer) ?? 'user');

/** POST-016: admins other than live_stream_manager; support has transactions only. */
export const mayCreatePosts = (viewer: Viewer): boolean =>
  holds(viewer, 'model', 'admin', 'sub_admin', 'content_manager');
/** ROLE-71, MEDIA-20. */
export const seesMediaSize = (viewer: Viewer): boolean => holds(viewer, 'admin');
/** ROLE-37. */
export const seesPrices = (viewer: Viewer): boolean => !holds(viewer, 'live_stream_manager');
/** ROLE-34: earnings hidden from the content manager. */
export const seesEarnings = (viewer: Viewer, settings: { readonly hide_earnings: boolean }): boolean =>
  holds(viewer, 'model', 'admin', 'sub_admin', 'support') ||
  (holds(viewer, 'content_manager') && !settings.hide_earnings);
/** DECISIONS 19 and 50: who may open the lists of fans and sales is told what is in them, and nobody else. */
export const opensSales = (viewer: Viewer, settings: Parameters<typeof contentManagerMay>[1]): boolean =>
  holds(viewer, 'model', 'admin', 'sub_admin', 'support') ||
  (holds(viewer, 'content_manager') && contentManagerMay('reports', settings));
/** Money that is owed, held or of an unknown end: those who answer for it, and support, whom fans ask. */
export const opensOpenItems = (viewer: Viewer): boolean => holds(viewer, 'model', 'admin', 'sub_admin', 'support');
/** The evidence about a dispute names addresses and devices: not the content manager. */
export const opensEvidence = (viewer: Viewer): boolean => holds(viewer, 'model', 'admin', 'sub_admin', 'support');
/** Who decides how money ends: what is settled, and what is given back. */
export const settlesMoney = (viewer: Viewer): boolean => holds(viewer, 'model', 'admin', 'sub_admin');
/** Who may take a fan's card off file. */
export const removesCards = (viewer: Viewer): boolean => holds(viewer, 'admin', 'sub_admin');
/** ROLE-77. */
export const seesMediaCounts = (
  viewer: Viewer,
  settings: { readonly show_media_count_in_exclusive_content: boolean },
): boolean => isAdmin(viewer) || settings.show_media_count_in_exclusive_content;
/** ROLE-39. */
export const hasBareLayout = (viewer: Viewer): boolean => holds(viewer, 'support');
/** ROLE-59, POPUP-26 to POPUP-29: which announcement a viewer gets at a path. */
export function announcementFor(
  viewer: Viewer,
  path: string,
  settings: {
    readonly 'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers': boolean;
    readonly 'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers': boolean;
  },
): 'subscriber' | 'non_subscriber' | null {
  if (!viewer || isAdmin(viewer) || path === '/subscribe') return null;
  const isMember = viewer.status !== '0';
  const group = isMember ? 'subscribers' : 'non_subscribers';
  if (!settings[`announcement_banner_settings.is_announcement_banner_enabled_for_${group}`]) return null;
  return isMember ? 'subscriber' : 'non_subscriber';
}

export type PostMenuEntry = 'edit' | 'tags' | 'refresh-blur' | 'rotate' | 'reuse' | 'video-process' | 'delete';

/** POST-036 to POST-043, DECISIONS 10 and 34. `videoWaitMs` is how long a film has been processing. */
export function postMenu(
  viewer: Viewer,
  post: { readonly hasPhoto: boolean; readonly video: null | { readonly hasFailed: boolean; readonly waitMs: number } },
): readonly PostMenuEntry[] {
  if (!mayCreatePosts(viewer)) return [];
  const isContentManager = holds(viewer, 'content_manager');
  const isStuck = post.video !== null && (post.video.hasFailed || post.video.waitMs > 30 * 60_000);
  return [
    'edit',
    'tags',
    ...(isContentManager ? [] : (['refresh-blur'] as const)),
    ...(post.hasPhoto ? (['rotate'] as const) : []),
    'reuse',
    ...(isStuck && !isContentManager ? (['video-process'] as const) : []),
    'delete',
  ];
}
