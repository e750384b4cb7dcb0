import type { Viewer } from './roles.ts';

/** LAND-13, in the order they are shown. */
export const socialNetworks = [
  'instagram', 'tiktok', 'facebook', 'twitter', 'twitch', 'discord', 'snapchat', 'youtube', 'website', 'amazon_wishlist',
] as const;
export type SocialNetwork = (typeof socialNetworks)[number];
export type SocialSettings = { readonly [N in SocialNetwork as `theme_2_${N}_url`]: string };

/** Only those that are set. */
export const socialLinks = (settings: SocialSettings): readonly { network: SocialNetwork; url: string }[] =>
  socialNetworks.map((network) => ({ network, url: settings[`theme_2_${network}_url`].trim() })).filter(({ url }) => url !== '');

/** LAND-14: below 999 pixels the phone's film. Each stands in for the other when only one is set. */
export function bannerVideo(settings: { readonly video_banner_url: string; readonly desktop_video_banner_url: string }, width: number): string {
  const [first, second] = width < 999
    ? [settings.video_banner_url, settings.desktop_video_banner_url]
    : [settings.desktop_video_banner_url, settings.video_banner_url];
  return first || second;
}

/** LAND-15. */
export const bannerImage = (settings: { readonly banner_image: string; readonly banner_image_for_mobile: string }, isMobile: boolean): string =>
  (isMobile && settings.banner_image_for_mobile) || settings.banner_image;

/** POST-008: the feed's banner below 576 pixels. */
export const heroVideo = (settings: { readonly hero_banner_video: string; readonly hero_banner_mobile_video: string }, width: number): string =>
  (width < 576 && settings.hero_banner_mobile_video) || settings.hero_banner_video;

/** LAND-16, NAV-29: guests at / see the landing page, whatever its layout. */
export const isLandingShown = (viewer: Viewer, path: string): boolean => viewer === null && path === '/';

/** LAND-08 to LAND-11. */
export const landingSections = (settings: {
  readonly enable_section_1: boolean; readonly enable_section_2: boolean; readonly enable_section_3: boolean; readonly enable_grid_section: boolean;
}): readonly ('section-1' | 'section-2' | 'grid' | 'section-3')[] => [
  ...(settings.enable_section_1 ? ['section-1'] as const : []),
  ...(settings.enable_section_2 ? ['section-2'] as const : []),
  ...(settings.enable_grid_section ? ['grid'] as const : []),
  ...(settings.enable_section_3 ? ['section-3'] as const : []),
];
