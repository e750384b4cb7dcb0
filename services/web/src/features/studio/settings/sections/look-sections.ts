import type { SettingKey } from '@backlot/domain/settings';
import type { SettingBlock, SettingSection } from './section-types.ts';

const group = 'set-group-look';

const landingSection = (n: 1 | 2 | 3): SettingBlock => ({
  id: `section-${n}`,
  switch: `enable_section_${n}`,
  keys: [
    `enable_section_${n}`,
    `section_${n}_title`,
    `section_${n}_description`,
    `section_${n}_description_alignment`,
    ...(n === 3 ? [] : ([`section_${n}_image`] as const)),
    ...(n === 1 ? [] : ([`section_${n}_subscribe_now_text`] as const)),
  ] satisfies readonly SettingKey[],
});

/** How the site looks, in the order in which a new one is set up. */
export const lookSections: readonly SettingSection[] = [
  {
    id: 'identity',
    page: 'website-settings',
    group,
    text: 'set-section-identity',
    help: 'set-section-identity-help',
    preview: '/',
    blocks: [
      { id: 'site', keys: ['site_name', 'site_tagline', 'site_description'] },
      {
        id: 'creator',
        text: 'set-block-creator',
        keys: ['model_name', 'model_first_name', 'model_last_name'],
        alsoAt: ['model-profile'],
      },
      { id: 'icons', text: 'set-block-icons', keys: ['share_image', 'favicon', 'manifest_icons'] },
      { id: 'region', text: 'set-block-region', keys: ['default_language', 'timezone'] },
    ],
  },
  {
    id: 'theme',
    page: 'theme',
    group,
    text: 'set-section-theme',
    help: 'set-section-theme-help',
    preview: '/',
    blocks: [
      { id: 'theme', keys: ['theme_name', 'colour_mode'] },
      {
        id: 'colours',
        text: 'set-block-colours',
        keys: [
          'theme_color',
          'theme_font_color',
          'site_background_color',
          'site_font_color',
          'content_color',
          'content_font_color',
          'card_background_color',
          'card_header_border_color',
          'button_shadow_color',
        ],
      },
      { id: 'type', text: 'set-block-type', keys: ['font_family', 'unlock_button_font_size'] },
      {
        id: 'background',
        switch: 'use_background_image',
        keys: ['use_background_image', 'theme_background_image'],
      },
    ],
  },
  {
    id: 'navbar',
    page: 'navigation-bar',
    group,
    text: 'set-section-navbar',
    help: 'set-section-navbar-help',
    preview: '/home',
    blocks: [
      { id: 'avatar', switch: 'show_avatar_image', keys: ['show_avatar_image', 'avatar_url'] },
      { id: 'name', switch: 'show_influencer_name', keys: ['show_influencer_name', 'influencer_name_color'] },
      {
        id: 'texts',
        text: 'set-block-texts',
        keys: [
          'navbar_welcome_text',
          'log_in_navbar_name',
          'sign_up_navbar_name',
          'home_navbar_name',
          'gallery_navbar_name',
        ],
      },
      {
        id: 'shape',
        text: 'set-block-shape',
        keys: ['navbar_font_weight', 'navbar_padding', 'enable_center_navigation_menu'],
      },
    ],
  },
  {
    id: 'menus',
    page: 'menu-settings',
    group,
    text: 'set-section-menus',
    help: 'set-section-menus-help',
    blocks: [
      {
        id: 'entries',
        keys: [
          'menu_settings.guest',
          'menu_settings.user',
          'menu_settings.subscriber',
          'menu_settings.admin',
          'menu_settings.super_admin',
        ],
      },
      { id: 'own-links', text: 'set-block-own-links', keys: ['custom_menu_links'], alsoAt: ['custom-menu'] },
      {
        id: 'links-page',
        text: 'set-block-links-page',
        keys: [
          'links_navbar_name',
          'links_page.title',
          'links_page.description',
          'links_menu.guest',
          'links_menu.user',
          'links_menu.subscriber',
          'links_menu.admin',
          'links_menu.super_admin',
        ],
        alsoAt: ['links-page'],
      },
    ],
  },
  {
    id: 'landing',
    page: 'landing-page',
    group,
    text: 'set-section-landing',
    help: 'set-section-landing-help',
    preview: '/',
    blocks: [
      { id: 'layout', keys: ['landing_theme', 'enable_theme_1_banner_section'] },
      {
        id: 'banner',
        switch: 'enable_banner_section',
        keys: [
          'enable_banner_section',
          'landing_headline',
          'banner_model_name',
          'banner_image',
          'banner_image_for_mobile',
        ],
      },
      {
        id: 'film',
        switch: 'enable_video_banner',
        keys: ['enable_video_banner', 'desktop_video_banner_url', 'video_banner_url'],
      },
      landingSection(1),
      landingSection(2),
      landingSection(3),
      {
        id: 'grid',
        switch: 'enable_grid_section',
        keys: [
          'enable_grid_section',
          'grid_section_image_1',
          'grid_section_image_2',
          'grid_section_image_3',
          'grid_section_image_4',
          'grid_section_image_5',
          'grid_section_image_6',
        ],
      },
      {
        id: 'colours',
        text: 'set-block-colours',
        keys: [
          'landing_background_color',
          'landing_font_color',
          'landing_button_color',
          'landing_button_font_color',
          'landing_title_font',
          'landing_text_font',
        ],
      },
      { id: 'membership', text: 'set-block-membership-video', keys: ['subscription_video_url'] },
    ],
  },
  {
    id: 'signup',
    page: 'signup-page',
    group,
    text: 'set-section-signup',
    help: 'set-section-signup-help',
    preview: '/register',
    blocks: [
      { id: 'login', text: 'set-block-login', keys: ['login_title'], alsoAt: ['login-and-signup-title'] },
      { id: 'signup', text: 'set-block-signup', keys: ['signup_title', 'signup_description', 'signup_image'] },
    ],
  },
  {
    id: 'payment-form',
    page: 'payment-form',
    group,
    text: 'set-section-payment-form',
    help: 'set-section-payment-form-help',
    blocks: [
      {
        id: 'form',
        text: 'set-block-card-form',
        keys: [
          'payment_form_background_color',
          'payment_form_font_color',
          'payment_form_field_color',
          'payment_form_border_color',
          'payment_form_button_color',
          'payment_form_button_font_color',
          'payment_form_radius',
          'payment_form_padding',
        ],
      },
      {
        id: 'subscribe',
        text: 'set-block-subscribe-page',
        keys: ['new_signup_design_title_font_size', 'new_signup_design_description_font_size'],
      },
    ],
  },
];
