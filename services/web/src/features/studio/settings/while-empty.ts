import type { SettingKey } from '@backlot/domain/settings';
import { useTranslation } from 'react-i18next';
import { useSettingValues, useSite } from '../../../lib/site.tsx';
import { readSetting } from '../../../lib/settings.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';

/** The interface's own texts, which fans read while the creator's are empty. */
const ownTexts: Readonly<Partial<Record<SettingKey, TextKey>>> = {
  navbar_welcome_text: 'navbar-welcome-to',
  log_in_navbar_name: 'nav-log-in',
  sign_up_navbar_name: 'nav-sign-up',
  home_navbar_name: 'nav-feed',
  gallery_navbar_name: 'nav-gallery',
  links_navbar_name: 'nav-links',
  hero_banner_subscribe_text: 'btn-subscribe-now',
  section_2_subscribe_now_text: 'btn-subscribe-now',
  section_3_subscribe_now_text: 'btn-subscribe-now',
  login_title: 'login-title',
  signup_title: 'register-title',
  signup_description: 'register-text',
  reason_for_cancellation_popup_title: 'cancel-reason-title',
  feed_tag_filter_button_text: 'post-tags',
};

/** Settings whose text stands in for an empty one, the first that is set. */
const standIns: Readonly<Partial<Record<SettingKey, readonly SettingKey[]>>> = {
  banner_model_name: ['model_name'],
  landing_headline: ['site_tagline'],
};

/** What stands in an empty text field: what fans then see, or that there is nothing. */
export function useWhileEmpty(): (key: SettingKey) => string {
  const { t } = useTranslation();
  const { name } = useSite();
  const values = useSettingValues();
  return (key) => {
    const own = ownTexts[key];
    if (own !== undefined) return t(own);
    if (key === 'links_page.title') return t('landing-links', { name });
    if (key === 'hero_banner_text') return name;
    const others = standIns[key];
    if (others === undefined) return t('set-empty');
    const set = others
      .map((other) => readSetting(values, other))
      .find((text) => typeof text === 'string' && text !== '');
    return typeof set === 'string' ? set : name;
  };
}
