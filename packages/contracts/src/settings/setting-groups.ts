/** The documents' calls for a part of the settings: `GET` reads it, anything else saves some or all of it. */
export interface SettingGroup {
  /** Ends the sentence 'Read …' or 'Save …'. */
  readonly about: string;
  readonly calls: readonly `${'GET' | 'POST' | 'PUT'} /api/${string}`[];
  readonly keys: readonly string[];
  /** The fields of this object are named without it. */
  readonly within?: string;
  /** Guests and fans may read it as well: their pages show it. */
  readonly isOpen?: boolean;
}

const both = <const P extends `/api/${string}`>(path: P) => [`GET ${path}`, `POST ${path}`] as const;
const fields = <const O extends string, const F extends string>(object: O, names: readonly F[]) =>
  names.map((name) => `${object}.${name}` as const);

/** Groups appear here once something on a site reads their settings; whole keys as in the table of definitions. */
export const settingGroups = [
  {
    about: 'what the site is called, its creator, its icons, language and time zone',
    calls: [...both('/api/website-settings'), 'GET /api/get/website-settings', 'PUT /api/update/website-settings'],
    keys: [
      'site_name',
      'site_tagline',
      'site_description',
      'model_name',
      'model_first_name',
      'model_last_name',
      'share_image',
      'favicon',
      'manifest_icons',
      'default_language',
      'timezone',
    ],
  },
  {
    about: "the creator's name",
    calls: ['GET /api/app_settings/get-model-profile'],
    keys: ['model_name', 'model_first_name', 'model_last_name'],
    isOpen: true,
  },
  {
    about: "the site's theme, colours, type and background",
    calls: both('/api/theme-settings'),
    keys: [
      'theme_name',
      'landing_theme',
      'colour_mode',
      'theme_color',
      'theme_font_color',
      'site_background_color',
      'site_font_color',
      'content_color',
      'content_font_color',
      'card_background_color',
      'card_header_border_color',
      'button_shadow_color',
      'font_family',
      'unlock_button_font_size',
      'theme_background_image',
      'use_background_image',
    ],
  },
  {
    about: 'whether the image behind pages is shown',
    calls: ['POST /api/app_settings/update_use_background_image_key'],
    keys: ['use_background_image'],
  },
  {
    about: 'the social links of layout theme-2',
    calls: both('/api/settings/theme-2-settings'),
    keys: [
      'theme_2_instagram_url',
      'theme_2_tiktok_url',
      'theme_2_facebook_url',
      'theme_2_twitter_url',
      'theme_2_twitch_url',
      'theme_2_discord_url',
      'theme_2_snapchat_url',
      'theme_2_youtube_url',
      'theme_2_website_url',
      'theme_2_amazon_wishlist_url',
    ],
  },
  {
    about: "the feed's banner",
    calls: both('/api/banner-image-text'),
    keys: [
      'hero_banner_text',
      'hero_banner_text_image',
      'hero_banner_images',
      'hero_banner_video',
      'hero_banner_mobile_video',
      'hero_banner_button_text',
      'hero_banner_button_url',
      'hero_banner_subscribe_text',
      'hero_banner_show_social_icons',
    ],
  },
  {
    about: "whether card marks are shown on the feed's banner",
    calls: both('/api/payment-icons/show-payment-icons'),
    keys: ['show_payment_icons'],
  },
  {
    about: 'the sign-up page',
    calls: both('/api/signup-page-settings'),
    keys: ['signup_title', 'signup_description', 'signup_image'],
  },
  {
    about: 'the titles of the login and sign-up pages',
    calls: both('/api/login-and-signup-title'),
    keys: ['login_title', 'signup_title'],
  },
  {
    about: 'which entries the navigation bar has, by role',
    calls: both('/api/menu-settings'),
    keys: fields('menu_settings', ['guest', 'user', 'subscriber', 'admin', 'super_admin']),
  },
  {
    about: 'further entries of the navigation bar',
    calls: ['POST /api/custom-menu/save'],
    keys: ['custom_menu_links'],
  },
  {
    about: 'all further entries of the navigation bar',
    calls: ['GET /api/custom-menu/all/get'],
    keys: ['custom_menu_links'],
    isOpen: true,
  },
  {
    about: 'the links page',
    calls: ['GET /api/app_settings/get_links_page'],
    keys: [
      ...fields('links_page', ['title', 'description']),
      ...fields('links_menu', ['guest', 'user', 'subscriber', 'admin', 'super_admin']),
    ],
    isOpen: true,
  },
  {
    about: 'what posts may be and what fans see of likes, tags and locked posts',
    calls: ['GET /api/public-post-settings/get', 'POST /api/public-post-settings/save'],
    keys: [
      'enable_public_post',
      'is_feed_like_enabled',
      'like_visibility',
      'enable_like_count_for_private_locked_post',
      'feed_tags_enable',
      'feed_tag_filter_button_text',
      'show_media_count_in_exclusive_content',
      'post_caption_blur_intensity',
    ],
  },
  {
    about: 'comments on posts',
    calls: ['GET /api/blog-comment-setting/get', 'POST /api/blog-comment-setting/save'],
    keys: ['is_feed_comment_enabled', 'comment_visibility', 'enable_comment_count_for_private_locked_post'],
  },
  {
    about: 'whether the feed has numbered pages',
    calls: both('/api/pagination-on-exclusive-content'),
    keys: ['is_pagination_on_exclusive_content_enabled'],
  },
  {
    about: 'photo uploads and the time on posts',
    calls: both('/api/miscellaneous-settings'),
    keys: ['is_photo_upload_enabled', 'timestamp_visibility.home_feed'],
  },
  {
    about: 'the watermark',
    calls: both('/api/watermark-settings/watermark-settings'),
    keys: ['enable_watermark', 'watermark_size', 'watermark_color', 'watermark_position'],
  },
  {
    about: 'coupons',
    calls: ['POST /api/coupon/save'],
    keys: ['enable_coupons', 'display_coupon_box_to_user'],
  },
  {
    about: 'what a membership costs',
    calls: ['GET /api/get/membership-price', 'POST /api/update/membership-price'],
    keys: [
      'membership_price',
      'recurring_membership_price',
      'returning_membership_price',
      'returning_recurring_membership_price',
    ],
  },
  {
    about: 'the lowest and highest amounts of locked posts and tips',
    calls: both('/api/minimum-and-maximum-amounts'),
    keys: [
      'content_unlock_minimum_amount',
      'content_unlock_maximum_amount',
      'tips_minimum_amount',
      'tips_maximum_amount',
    ],
  },
  { about: 'whether guests confirm their age', calls: both('/api/age-modal'), keys: ['show_age_modal'] },
  {
    about: 'the miscellaneous popup',
    calls: both('/api/miscellaneous-pop-up'),
    keys: ['show_misc_pop_up', 'misc_pop_up_text'],
  },
  {
    about: 'the contact page',
    calls: both('/api/contact-us-settings'),
    keys: ['contact_us_email', 'contact_us_text'],
  },
  {
    about: 'whether content managers open reports and see earnings',
    calls: both('/api/reporting-page'),
    keys: ['show_reporting_page_to_content_manager', 'hide_earnings'],
  },
  {
    about: 'whether content managers see earnings',
    calls: both('/api/reporting-page/hide-earnings'),
    keys: ['hide_earnings'],
  },
  {
    about: 'whether content managers export fans',
    calls: both('/api/csv-download'),
    keys: ['enable_csv_download_for_content_managers'],
  },
  {
    about: 'the ribbon of promotions and the prices that they strike through',
    calls: ['GET /api/promotion-setting/get-promotion-settings', 'POST /api/promotion-setting/save-promotion-settings'],
    within: 'promotion_settings',
    keys: fields('promotion_settings', [
      'ribbon_background_color',
      'promo_text_color',
      'time_text_color',
      'ribbon_padding_top',
      'ribbon_padding_bottom',
      'promo_text_font_size',
      'time_font_size',
      'promo_text_font',
      'time_font',
      'ribbon_animation',
      'animation_delay',
      'animation_duration',
      'subscription_promotion_ribbon_position',
      'locked_content_promotion_ribbon_position',
      'price_strike_through_color',
    ]),
  },
  {
    about: 'whether there is a resubscribe offer, and the look of its ribbon',
    calls: ['PUT /api/resubscribe-offer/save-settings'],
    within: 'resubscribe_offer_settings',
    keys: fields('resubscribe_offer_settings', [
      'is_enabled',
      'ribbon_background_color',
      'text_color',
      'button_color',
      'button_font_color',
      'text_font',
      'ribbon_animation',
      'animation_delay',
      'animation_duration',
    ]),
  },
  {
    // Memberships that began at other terms keep them.
    about: 'the terms of the resubscribe offer',
    calls: ['PUT /api/resubscribe-offer/save-offer'],
    within: 'resubscribe_offer',
    keys: fields('resubscribe_offer', [
      'for_subscribers_only',
      'give_free_month_subscription',
      'recurring_price',
      'promo_banner_text',
    ]),
  },
  {
    about: 'the announcement banner',
    calls: ['GET /api/get-announcement-banner-settings', 'POST /api/save-announcement-banner-settings'],
    within: 'announcement_banner_settings',
    keys: fields('announcement_banner_settings', [
      'is_announcement_banner_enabled_for_subscribers',
      'is_announcement_banner_enabled_for_non_subscribers',
      'subscriber_announcement_banner_text',
      'non_subscriber_announcement_banner_text',
      'ribbon_background_color',
      'ribbon_padding_top',
      'ribbon_padding_bottom',
      'promo_text_color',
      'promo_text_font_size',
      'promo_text_font',
      'ribbon_animation',
      'animation_delay',
      'animation_duration',
    ]),
  },
] as const satisfies readonly SettingGroup[];
