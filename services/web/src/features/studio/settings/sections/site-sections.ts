import type { SettingSection } from './section-types.ts';

const group = 'set-group-site';

/** Who gets in, what everybody is told, and who stands behind the site. */
export const siteSections: readonly SettingSection[] = [
  {
    id: 'popup',
    page: 'miscellaneous-pop-up',
    group,
    text: 'set-section-popup',
    help: 'set-section-popup-help',
    blocks: [{ id: 'popup', switch: 'show_misc_pop_up', keys: ['show_misc_pop_up', 'misc_pop_up_text'] }],
  },
  {
    id: 'announcement',
    page: 'announcement-banner',
    group,
    text: 'set-section-announcement',
    help: 'set-section-announcement-help',
    preview: '/home',
    ribbon: 'announcement',
    blocks: [
      {
        id: 'subscribers',
        switch: 'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers',
        keys: [
          'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers',
          'announcement_banner_settings.subscriber_announcement_banner_text',
        ],
      },
      {
        id: 'non-subscribers',
        switch: 'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers',
        keys: [
          'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers',
          'announcement_banner_settings.non_subscriber_announcement_banner_text',
        ],
      },
      {
        id: 'look',
        text: 'set-block-ribbon',
        keys: [
          'announcement_banner_settings.ribbon_background_color',
          'announcement_banner_settings.promo_text_color',
          'announcement_banner_settings.promo_text_font',
          'announcement_banner_settings.promo_text_font_size',
          'announcement_banner_settings.ribbon_padding_top',
          'announcement_banner_settings.ribbon_padding_bottom',
          'announcement_banner_settings.ribbon_animation',
          'announcement_banner_settings.animation_delay',
          'announcement_banner_settings.animation_duration',
        ],
      },
    ],
  },
  {
    id: 'access',
    page: 'age-modal',
    group,
    text: 'set-section-access',
    help: 'set-section-access-help',
    blocks: [
      {
        id: 'access',
        keys: ['maintenance_mode', 'show_age_modal', 'is_universal_login_enabled'],
        alsoAt: ['universal-login'],
      },
    ],
  },
  {
    id: 'areas',
    page: 'blocked-locations',
    group,
    text: 'set-section-areas',
    help: 'set-section-areas-help',
    blocks: [{ id: 'areas', keys: ['blocked_countries', 'blocked_regions', 'block_unknown_area'] }],
  },
  {
    id: 'contact',
    page: 'contact-us',
    group,
    text: 'set-section-contact',
    help: 'set-section-contact-help',
    blocks: [
      { id: 'contact', keys: ['contact_us_email', 'contact_us_text'] },
      { id: 'footer', text: 'set-block-footer', keys: ['footer_text_html', 'show_like_the_website_form'] },
      { id: 'counting', text: 'set-block-analytics', keys: ['google_analytics_4_measurement_id'] },
    ],
  },
  {
    id: 'merchant',
    page: 'merchant',
    group,
    text: 'set-section-merchant',
    help: 'set-section-merchant-help',
    blocks: [
      {
        id: 'merchant',
        keys: [
          'merchant_legal_name',
          'merchant_address',
          'statement_descriptor',
          'billing_support_email',
          'billing_support_url',
        ],
      },
    ],
  },
  {
    id: 'staff',
    page: 'reporting-page',
    group,
    text: 'set-section-staff',
    help: 'set-section-staff-help',
    blocks: [
      {
        id: 'staff',
        keys: ['show_reporting_page_to_content_manager', 'hide_earnings'],
      },
    ],
  },
  {
    id: 'downloads',
    page: 'csv-download',
    group,
    text: 'set-section-downloads',
    help: 'set-section-downloads-help',
    blocks: [{ id: 'downloads', keys: ['enable_csv_download_for_content_managers'] }],
  },
];
