import { findSetting, mayWriteSetting, type SettingDefinition, type SettingKey } from '@backlot/domain/settings';
import type { StoredRole } from '@backlot/domain/roles';
import type { TextKey } from '../../lib/texts.ts';

export interface SettingSection { readonly id: string; readonly group: TextKey; readonly text: TextKey; readonly help: TextKey; readonly keys: readonly SettingKey[] }

const landingSection = (n: 1 | 2 | 3): readonly SettingKey[] => [
  `enable_section_${n}`, `section_${n}_title`, `section_${n}_description`, `section_${n}_description_alignment`,
  ...(n === 3 ? [] : [`section_${n}_image`] as const), ...(n === 1 ? [] : [`section_${n}_subscribe_now_text`] as const),
];

/** What the screens that exist read, in the order in which a new site is set up. */
export const settingSections: readonly SettingSection[] = [
  { id: 'identity', group: 'set-group-look', text: 'set-section-identity', help: 'set-section-identity-help', keys: [
    'site_name', 'site_tagline', 'site_description', 'model_name', 'model_first_name', 'model_last_name', 'share_image', 'favicon', 'default_language',
  ] },
  { id: 'theme', group: 'set-group-look', text: 'set-section-theme', help: 'set-section-theme-help', keys: [
    'theme_name', 'colour_mode', 'theme_color', 'theme_font_color', 'site_background_color', 'site_font_color', 'content_color', 'content_font_color', 'card_background_color', 'card_header_border_color', 'button_shadow_color', 'unlock_button_font_size', 'font_family', 'use_background_image', 'theme_background_image',
  ] },
  { id: 'navbar', group: 'set-group-look', text: 'set-section-navbar', help: 'set-section-navbar-help', keys: [
    'show_avatar_image', 'avatar_url', 'show_influencer_name', 'influencer_name_color', 'navbar_welcome_text', 'log_in_navbar_name', 'sign_up_navbar_name', 'home_navbar_name', 'gallery_navbar_name', 'navbar_font_weight', 'navbar_padding', 'enable_center_navigation_menu', 'custom_menu_links',
  ] },
  { id: 'landing', group: 'set-group-look', text: 'set-section-landing', help: 'set-section-landing-help', keys: [
    'landing_theme', 'enable_banner_section', 'enable_theme_1_banner_section', 'landing_headline', 'banner_model_name', 'banner_image', 'banner_image_for_mobile', 'enable_video_banner', 'desktop_video_banner_url', 'video_banner_url',
    ...landingSection(1), ...landingSection(2), ...landingSection(3), 'enable_grid_section',
    'grid_section_image_1', 'grid_section_image_2', 'grid_section_image_3', 'grid_section_image_4', 'grid_section_image_5', 'grid_section_image_6',
    'landing_background_color', 'landing_font_color', 'landing_button_color', 'landing_button_font_color', 'landing_title_font', 'landing_text_font',
  ] },
  { id: 'signup', group: 'set-group-look', text: 'set-section-signup', help: 'set-section-signup-help', keys: ['login_title', 'signup_title', 'signup_description', 'signup_image'] },
  { id: 'feed', group: 'set-group-content', text: 'set-section-feed', help: 'set-section-feed-help', keys: [
    'enable_public_post', 'is_photo_upload_enabled', 'is_feed_like_enabled', 'like_visibility', 'enable_like_count_for_private_locked_post',
    'is_feed_comment_enabled', 'comment_visibility', 'enable_comment_count_for_private_locked_post', 'feed_tags_enable', 'feed_tag_filter_button_text', 'timestamp_visibility.home_feed', 'show_media_count_in_exclusive_content', 'post_caption_blur_intensity', 'is_pagination_on_exclusive_content_enabled',
  ] },
  { id: 'hero', group: 'set-group-content', text: 'set-section-hero', help: 'set-section-hero-help', keys: [
    'hero_banner_text', 'hero_banner_text_image', 'hero_banner_images', 'hero_banner_video', 'hero_banner_mobile_video', 'hero_banner_button_text', 'hero_banner_button_url', 'hero_banner_subscribe_text', 'hero_banner_show_social_icons', 'show_payment_icons',
  ] },
  { id: 'social', group: 'set-group-content', text: 'set-section-social', help: 'set-section-social-help', keys: [
    'theme_2_instagram_url', 'theme_2_tiktok_url', 'theme_2_facebook_url', 'theme_2_twitter_url', 'theme_2_twitch_url', 'theme_2_discord_url', 'theme_2_snapchat_url', 'theme_2_youtube_url', 'theme_2_website_url', 'theme_2_amazon_wishlist_url',
  ] },
  { id: 'watermark', group: 'set-group-content', text: 'set-section-watermark', help: 'set-section-watermark-help', keys: [
    'enable_watermark', 'watermark_position', 'watermark_size', 'watermark_color',
  ] },
  { id: 'prices', group: 'set-group-selling', text: 'set-section-prices', help: 'set-section-prices-help', keys: [
    'membership_price', 'recurring_membership_price', 'returning_membership_price', 'returning_recurring_membership_price',
  ] },
  { id: 'amounts', group: 'set-group-selling', text: 'set-section-amounts', help: 'set-section-amounts-help', keys: ['content_unlock_minimum_amount', 'content_unlock_maximum_amount', 'tips_minimum_amount', 'tips_maximum_amount'] },
  { id: 'cancelling', group: 'set-group-selling', text: 'set-section-cancelling', help: 'set-section-cancelling-help', keys: [
    'is_cancel_subscription_reason_enabled', 'reason_for_cancellation_popup_title', 'cancellation_reasons',
  ] },
  { id: 'access', group: 'set-group-site', text: 'set-section-access', help: 'set-section-access-help', keys: ['maintenance_mode', 'show_age_modal', 'is_universal_login_enabled'] },
  { id: 'contact', group: 'set-group-site', text: 'set-section-contact', help: 'set-section-contact-help', keys: ['contact_us_email', 'contact_us_text', 'footer_text_html'] },
  { id: 'merchant', group: 'set-group-site', text: 'set-section-merchant', help: 'set-section-merchant-help', keys: [
    'merchant_legal_name', 'merchant_address', 'statement_descriptor', 'billing_support_email', 'billing_support_url',
  ] },
  { id: 'staff', group: 'set-group-site', text: 'set-section-staff', help: 'set-section-staff-help', keys: ['show_reporting_page_to_content_manager', 'hide_earnings'] },
];

/** Sections and keys that a role may change; the rest are absent. */
export const sectionsFor = (role: StoredRole): readonly SettingSection[] => settingSections
  .map((section) => ({ ...section, keys: section.keys.filter((key) => mayWriteSetting(key, role)) }))
  .filter(({ keys }) => keys.length > 0);

export const definitionOf = (key: SettingKey): SettingDefinition => findSetting(key) as SettingDefinition;

/** Id of a setting's name; with `-help`, of the sentence under it, where one is needed. */
export const settingText = (key: string): string => `set-${key.replaceAll(/[._]/g, '-').replaceAll('--', '-')}`;
