import { amount, choice, colour, group, integer, links, longText, strings, text, toggle, url } from './define.ts';

const audience = ['everyone', 'registered_and_subscribers', 'subscribers'] as const;
const menuItems = ['feed', 'shop', 'tips', 'chat', 'gallery', 'links'] as const;

export const feed = group('feed', 'public', 'site', [
  toggle('is_feed_comment_enabled', true, 'Comments on posts.'),
  toggle('is_feed_like_enabled', true, 'Likes on posts.'),
  choice('comment_visibility', audience, 'registered_and_subscribers', 'Who sees comments.'),
  choice('like_visibility', audience, 'registered_and_subscribers', 'Who sees likes.'),
  toggle(
    'enable_like_count_for_private_locked_post',
    false,
    'Show likes of private and locked posts to those who cannot open them.',
  ),
  toggle(
    'enable_comment_count_for_private_locked_post',
    false,
    'Show the number of comments of private and locked posts to those who cannot open them.',
  ),
  toggle('enable_public_post', true, 'Posts may be public.'),
  toggle('is_photo_upload_enabled', true, 'Photos may be uploaded.'),
  toggle('is_pagination_on_exclusive_content_enabled', false, 'Numbered pages rather than endless scrolling.'),
  toggle('feed_tags_enable', false, 'Tags on posts and a filter by tag.'),
  text('feed_tag_filter_button_text', '', 'Button of the tag filter; empty for the usual one.', 40),
  integer('post_caption_blur_intensity', 8, 0, 40, 'Strength of the blur over captions, in pixels.'),
  toggle('timestamp_visibility.home_feed', false, 'Show when a post was published.'),
  toggle('show_media_count_in_exclusive_content', false, 'Tell fans how many photos and videos a locked post holds.'),
  toggle('is_enable_user_list', false, 'Show a list of users on the feed page.'),
]);

export const watermark = group('watermark', 'user', 'site', [
  toggle('enable_watermark', false, 'Watermark on media.'),
  integer('watermark_size', 16, 8, 72, "Size of the watermark's text in pixels."),
  colour('watermark_color', '#ffffff', 'Colour of the watermark.'),
  choice(
    'watermark_position',
    ['top-left', 'top-right', 'bottom-left', 'bottom-right'],
    'bottom-right',
    'Corner of the watermark.',
  ),
]);

export const menus = group('menus', 'public', 'site', [
  links('links_menu.guest', 'Links for guests.'),
  links('links_menu.user', 'Links for people without a membership.'),
  links('links_menu.subscriber', 'Links for members.'),
  links('links_menu.admin', 'Links for staff other than role admin.'),
  links('links_menu.super_admin', 'Links for role admin.'),
  links('custom_menu_links', 'Further entries of the navigation bar.'),
  strings('menu_settings.guest', ['feed', 'tips', 'shop', 'links'], 'Entries for guests.', { choices: menuItems }),
  strings('menu_settings.user', ['feed', 'chat', 'tips', 'shop', 'links'], 'Entries for people without a membership.', {
    choices: menuItems,
  }),
  strings('menu_settings.subscriber', ['feed', 'chat', 'tips', 'shop', 'links'], 'Entries for members.', {
    choices: menuItems,
  }),
  strings(
    'menu_settings.admin',
    ['feed', 'chat', 'tips', 'shop', 'links'],
    'Entries for staff other than role admin.',
    { choices: menuItems },
  ),
  strings('menu_settings.super_admin', ['feed', 'chat', 'tips', 'shop', 'links'], 'Entries for role admin.', {
    choices: menuItems,
  }),
]);

export const linksPage = group('links page', 'public', 'site', [
  text('links_page.title', '', 'Title of the links page.', 120),
  longText('links_page.description', '', 'Text of the links page.', 600),
]);

export const shop = group('shop', 'public', 'site', [toggle('enable_internal_shop', false, 'The shop.')]);

export const chat = group('chat', 'user', 'site', [
  toggle('chat_booking_enabled', false, 'Chats can be booked.'),
  toggle('chat_settings.disabled_normal_chat', false, 'No chat outside booked times.'),
  colour('chat_settings.notification_bar_background_color', '', "Background of the chat's notification bar."),
  colour('chat_settings.notification_bar_font_color', '', "Text of the chat's notification bar."),
  toggle('is_pay_per_message_enabled', false, 'A fan pays for each message sent.'),
  amount('pay_per_message_amount', 2, 0.5, 1000, 'Price of one message.'),
  toggle('blur_user_sent_media', false, 'Blur media that fans send until it is tapped.'),
]);

export const chatStaff = group('chat', 'staff', 'site', [
  toggle('is_enable_sort_by_subscription_expire', false, 'The creator may sort by expiry and filter by membership.'),
  toggle('is_enable_user_block_access', false, 'Blocking people from the chat.'),
  toggle('is_enable_mute_unmute_mass_message', false, 'Muting mass messages for a person.'),
  toggle('is_enable_mark_as_unread', false, 'Marking a chat as unread.'),
  integer('resend_mass_message_settings.after_days', 30, 1, 365, 'Days after which a mass message may be sent again.'),
  toggle('resend_mass_message_settings.is_enabled', false, 'Mass messages may be sent again.'),
]);

export const live = group('live', 'user', 'site', [
  toggle('enable_live_streaming', false, 'One-to-one live streaming.'),
  toggle('enable_group_live_streaming', false, 'Live streaming to all members.'),
]);

export const liveStaff = group('live', 'staff', 'site', [
  toggle('enable_live_stream_report_for_content_manager', false, 'Content managers see the history of live sessions.'),
]);

export const liveServer = group('live', 'user', 'admin', [
  url('live_streaming_server_url', '', 'Address of the stream server; /janus is appended.'),
]);
