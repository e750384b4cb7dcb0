import type { SettingKey } from './index.ts';

/** Accepted and stored, since the documents' clients send them; nothing on a site changes by them yet. By the
 * capability that will read them. */
export const comesWith = {
  tips: [
    'tips_navbar_name',
    'tip_amounts',
    'default_tip_amount',
    'tip_page_title',
    'tip_page_description',
    'tip_page_button_text',
  ],
  'email opt-in': [
    'email_ribbon_background_color',
    'email_ribbon_font_color',
    'email_ribbon_button_color',
    'email_ribbon_button_font_color',
    'email_ribbon_padding',
    'email_ribbon_font_size',
  ],
  'private chat': [
    'chat_navbar_name',
    'chat_settings.notification_bar_background_color',
    'chat_settings.notification_bar_font_color',
    'blur_user_sent_media',
    'is_enable_sort_by_subscription_expire',
    'is_enable_user_block_access',
    'is_enable_mark_as_unread',
  ],
  'pay per message': ['is_pay_per_message_enabled', 'pay_per_message_amount'],
  'mass messages': [
    'is_enable_mute_unmute_mass_message',
    'resend_mass_message_settings.after_days',
    'resend_mass_message_settings.is_enabled',
  ],
  bookings: ['chat_booking_enabled', 'chat_settings.disabled_normal_chat'],
  'live streaming': [
    'enable_live_streaming',
    'enable_group_live_streaming',
    'enable_live_stream_report_for_content_manager',
    'live_streaming_server_url',
  ],
  shop: ['shop_navbar_name', 'enable_internal_shop'],
  help: ['influencer_help_enabled', 'user_influencer_help_enabled'],
  'notifications and push': [
    'enable_purchase_notification',
    'enable_recently_purchased_for_subscribers',
    'web_push_notification_enabled',
    'one_signal.app_id',
    'one_signal.safari_web_id',
    'one_signal.api_key',
    'subscription_email_notification_enabled',
  ],
  // The documents name the switch and show no list: fans do not see each other on a feed until a screen for it is designed.
  'list of users on the feed': ['is_enable_user_list'],
  'search verification': ['seo_verification_tag'],
  // The operator sets mail and storage for all sites; a site of its own would need them.
  'mail and storage of its own': [
    'aws_settings.access_key_id',
    'aws_settings.secret_access_key',
    'aws_settings.endpoint',
    'aws_settings.region',
    'aws_settings.bucket',
    'email_configuration.password',
    'email_configuration.from_address',
    'email_configuration.host',
    'email_configuration.port',
    'email_configuration.user_name',
  ],
  'platform console': [
    'platform_settings.log_level',
    'redis_cache_setting.seconds',
    'redis_cache_setting.is_enabled',
    'enable_socket_debug',
  ],
  'older data': ['section_1_subscribe_now_text', 'section_3_image'],
} as const satisfies Readonly<Record<string, readonly SettingKey[]>>;
