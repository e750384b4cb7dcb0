import { amount, choice, colour, group, integer, links, longText, strings, text, toggle, url } from './define.ts';

const audience = ['everyone', 'registered_and_subscribers', 'subscribers'] as const;
const menuItems = ['feed', 'shop', 'tips', 'chat', 'gallery', 'links'] as const;

export const feed = group('feed', 'public', 'site', [
  /** Comments on posts. */
  toggle('is_feed_comment_enabled', true),
  /** Likes on posts. */
  toggle('is_feed_like_enabled', true),
  /** Who sees comments. */
  choice('comment_visibility', audience, 'registered_and_subscribers'),
  /** Who sees likes. */
  choice('like_visibility', audience, 'registered_and_subscribers'),
  /** Show likes of private and locked posts to those who cannot open them. */
  toggle('enable_like_count_for_private_locked_post', false),
  /** Show the number of comments of private and locked posts to those who cannot open them. */
  toggle('enable_comment_count_for_private_locked_post', false),
  /** Posts may be public. */
  toggle('enable_public_post', true),
  /** Photos may be uploaded. */
  toggle('is_photo_upload_enabled', true),
  /** Numbered pages rather than endless scrolling. */
  toggle('is_pagination_on_exclusive_content_enabled', false),
  /** Tags on posts and a filter by tag. */
  toggle('feed_tags_enable', false),
  /** Button of the tag filter; empty for the usual one. */
  text('feed_tag_filter_button_text', '', 40),
  /** Strength of the blur over captions, in pixels. */
  integer('post_caption_blur_intensity', 8, 0, 40),
  /** Show when a post was published. */
  toggle('timestamp_visibility.home_feed', false),
  /** Tell fans how many photos and videos a locked post holds. */
  toggle('show_media_count_in_exclusive_content', false),
  /** Show a list of users on the feed page. */
  toggle('is_enable_user_list', false),
]);

export const watermark = group('watermark', 'user', 'site', [
  /** Watermark on media. */
  toggle('enable_watermark', false),
  /** Size of the watermark's text in pixels. */
  integer('watermark_size', 16, 8, 72),
  /** Colour of the watermark. */
  colour('watermark_color', '#ffffff'),
  /** Corner of the watermark. */
  choice('watermark_position', ['top-left', 'top-right', 'bottom-left', 'bottom-right'], 'bottom-right'),
]);

export const menus = group('menus', 'public', 'site', [
  /** Links for guests. */
  links('links_menu.guest'),
  /** Links for people without a membership. */
  links('links_menu.user'),
  /** Links for members. */
  links('links_menu.subscriber'),
  /** Links for staff other than role admin. */
  links('links_menu.admin'),
  /** Links for role admin. */
  links('links_menu.super_admin'),
  /** Further entries of the navigation bar. */
  links('custom_menu_links'),
  /** Entries for guests. */
  strings('menu_settings.guest', ['feed', 'tips', 'shop', 'links'], { choices: menuItems }),
  /** Entries for people without a membership. */
  strings('menu_settings.user', ['feed', 'chat', 'tips', 'shop', 'links'], {
    choices: menuItems,
  }),
  /** Entries for members. */
  strings('menu_settings.subscriber', ['feed', 'chat', 'tips', 'shop', 'links'], {
    choices: menuItems,
  }),
  /** Entries for staff other than role admin. */
  strings('menu_settings.admin', ['feed', 'chat', 'tips', 'shop', 'links'], { choices: menuItems }),
  /** Entries for role admin. */
  strings('menu_settings.super_admin', ['feed', 'chat', 'tips', 'shop', 'links'], {
    choices: menuItems,
  }),
]);

export const linksPage = group('links page', 'public', 'site', [
  /** Title of the links page. */
  text('links_page.title', '', 120),
  /** Text of the links page. */
  longText('links_page.description', '', 600),
]);

export const shop = group('shop', 'public', 'site', [
  /** The shop. */
  toggle('enable_internal_shop', false),
]);

export const chat = group('chat', 'user', 'site', [
  /** Chats can be booked. */
  toggle('chat_booking_enabled', false),
  /** No chat outside booked times. */
  toggle('chat_settings.disabled_normal_chat', false),
  /** Background of the chat's notification bar. */
  colour('chat_settings.notification_bar_background_color', ''),
  /** Text of the chat's notification bar. */
  colour('chat_settings.notification_bar_font_color', ''),
  /** A fan pays for each message sent. */
  toggle('is_pay_per_message_enabled', false),
  /** Price of one message. */
  amount('pay_per_message_amount', 2, 0.5, 1000),
  /** Blur media that fans send until it is tapped. */
  toggle('blur_user_sent_media', false),
]);

export const chatStaff = group('chat', 'staff', 'site', [
  /** The creator may sort by expiry and filter by membership. */
  toggle('is_enable_sort_by_subscription_expire', false),
  /** Blocking people from the chat. */
  toggle('is_enable_user_block_access', false),
  /** Muting mass messages for a person. */
  toggle('is_enable_mute_unmute_mass_message', false),
  /** Marking a chat as unread. */
  toggle('is_enable_mark_as_unread', false),
  /** Days after which a mass message may be sent again. */
  integer('resend_mass_message_settings.after_days', 30, 1, 365),
  /** Mass messages may be sent again. */
  toggle('resend_mass_message_settings.is_enabled', false),
]);

export const live = group('live', 'user', 'site', [
  /** One-to-one live streaming. */
  toggle('enable_live_streaming', false),
  /** Live streaming to all members. */
  toggle('enable_group_live_streaming', false),
]);

export const liveStaff = group('live', 'staff', 'site', [
  /** Content managers see the history of live sessions. */
  toggle('enable_live_stream_report_for_content_manager', false),
]);

export const liveServer = group('live', 'user', 'admin', [
  /** Address of the stream server; /janus is appended. */
  url('live_streaming_server_url', ''),
]);
