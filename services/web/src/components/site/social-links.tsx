import { useTranslation } from 'react-i18next';
import { readSetting } from '../../lib/settings.ts';
import { useSettingValues } from '../../lib/site.tsx';
import { SocialIcon } from './social-icons.tsx';

const networks = [
  { id: 'instagram', key: 'theme_2_instagram_url', text: 'social-instagram' },
  { id: 'tiktok', key: 'theme_2_tiktok_url', text: 'social-tiktok' },
  { id: 'facebook', key: 'theme_2_facebook_url', text: 'social-facebook' },
  { id: 'twitter', key: 'theme_2_twitter_url', text: 'social-twitter' },
  { id: 'twitch', key: 'theme_2_twitch_url', text: 'social-twitch' },
  { id: 'discord', key: 'theme_2_discord_url', text: 'social-discord' },
  { id: 'snapchat', key: 'theme_2_snapchat_url', text: 'social-snapchat' },
  { id: 'youtube', key: 'theme_2_youtube_url', text: 'social-youtube' },
  { id: 'website', key: 'theme_2_website_url', text: 'social-website' },
  { id: 'amazon', key: 'theme_2_amazon_wishlist_url', text: 'social-amazon-wishlist' },
] as const;

export type Network = (typeof networks)[number]['id'];
export interface SocialLink {
  readonly id: Network;
  readonly url: string;
  readonly text: (typeof networks)[number]['text'];
}

/** LAND-13: only those that are set. */
export function useSocialLinks(): readonly SocialLink[] {
  const values = useSettingValues();
  return networks.flatMap(({ id, key, text }) => {
    const url = readSetting(values, key);
    return url ? [{ id, url, text }] : [];
  });
}

export function SocialLinks() {
  const { t } = useTranslation();
  const links = useSocialLinks();
  if (links.length === 0) return null;
  return (
    <ul className="social-links">
      {links.map((link) => (
        <li key={link.id}>
          <a href={link.url} rel="noopener" aria-label={t(link.text)}>
            <SocialIcon network={link.id} />
          </a>
        </li>
      ))}
    </ul>
  );
}
