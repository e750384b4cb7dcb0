import {
  choice,
  colour,
  email,
  font,
  group,
  html,
  longText,
  media,
  size,
  strings,
  text,
  timezone,
  toggle,
  url,
} from './define.ts';

export const identity = group('identity', 'public', 'site', [
  text('site_name', '', 'What the site is called: title of pages, wordmark, sender of mails.', 60),
  text('site_tagline', '', 'One line under the name, for the landing page, share cards and search results.', 160),
  longText('site_description', '', 'A few sentences for share cards and search results.', 400),
  text('model_name', '', "The creator's name.", 60),
  text('model_first_name', '', 'First line of the name on the landing banner.', 40),
  text('model_last_name', '', 'Second line of the name on the landing banner.', 40),
  media('share_image', '', 'Image of share cards, 1200 by 630.'),
  media('favicon', '', 'Small icon of the browser tab.'),
  strings('manifest_icons', [], 'Icons of the installed app: paths of square PNG files, 192 and 512 pixels.', {
    maxItems: 8,
    isPictures: true,
  }),
  choice(
    'default_language',
    ['en', 'ar', 'es', 'de', 'fr', 'pt'],
    'en',
    'Language for guests whose browser asks for none of ours.',
  ),
  timezone('timezone', 'UTC', 'Time zone of the site: schedules, end of day and end of month.'),
]);

/** Declared with the site; the server reads them, nobody changes them while it runs. */
export const declared = group('identity', 'public', 'system', [
  text('model_id', '', "Id of the creator's account; sender of welcome and mass messages.", 36),
  choice(
    'currency',
    ['USD', 'EUR', 'GBP', 'CAD', 'AUD'],
    'USD',
    'Currency of all prices of the site. Always one with two decimals.',
  ),
  toggle('is_adult_site', false, 'Content for adults: the age gate is on and all compliance rows apply.'),
]);

export const merchant = group('merchant', 'public', 'admin', [
  text('merchant_legal_name', '', 'Legal name of the merchant of record, in the footer and on receipts.', 120),
  text('merchant_address', '', 'Address of the merchant of record.', 300),
  text('statement_descriptor', '', 'What stands on the card statement; shown before a purchase.', 40),
  email('billing_support_email', '', 'Where people write about charges.'),
  url('billing_support_url', '/contact-us', 'Page for questions about charges.'),
]);

export const theme = group('theme', 'public', 'site', [
  text('theme_name', 'kiln', 'Which of the built-in themes the site wears.', 40),
  choice(
    'landing_theme',
    ['theme-1', 'theme-2', 'theme-3'],
    'theme-3',
    'Layout of the page that visitors who are not logged in see first.',
  ),
  choice('colour_mode', ['system', 'light', 'dark'], 'system', "Light, dark, or as the visitor's device asks."),
  colour('theme_color', '', 'Accent: buttons, links, marks.'),
  colour('theme_font_color', '', 'Text on the accent.'),
  colour('site_background_color', '', 'Background of pages.'),
  colour('site_font_color', '', 'Text on the background of pages.'),
  colour('content_color', '', 'Surface of content panels.'),
  colour('content_font_color', '', 'Text on content panels.'),
  colour('card_background_color', '', 'Surface of post cards.'),
  colour('card_header_border_color', '', 'Line under the head of a card.'),
  colour('button_shadow_color', '', 'Shadow of buttons.'),
  font('font_family', '', 'Type family for text; one that the theme serves.'),
  size('unlock_button_font_size', '12px', 'Size of the text on the unlock button.'),
  media('theme_background_image', '', 'Image behind pages.'),
  toggle('use_background_image', false, 'Show the image behind pages.'),
]);

export const navbar = group('navbar', 'public', 'site', [
  media('avatar_url', '', 'Avatar in the navigation bar.'),
  toggle('show_avatar_image', false, 'Show the avatar in the navigation bar.'),
  toggle('show_influencer_name', false, "Show the creator's name in the navigation bar."),
  colour('influencer_name_color', '', "Colour of the creator's name in the navigation bar."),
  text('navbar_welcome_text', '', "Words before the creator's name; empty for WELCOME TO.", 60),
  text('log_in_navbar_name', '', 'Label of the login link; empty for the usual one.', 30),
  text('sign_up_navbar_name', '', 'Label of the sign-up link; empty for the usual one.', 30),
  text('home_navbar_name', '', 'Label of the feed in the navigation bar; empty for the usual one.', 30),
  text('chat_navbar_name', '', 'Label of the chat in the navigation bar; empty for the usual one.', 30),
  text('tips_navbar_name', '', 'Label of tips in the navigation bar; empty for the usual one.', 30),
  text('shop_navbar_name', '', 'Label of the shop in the navigation bar; empty for the usual one.', 30),
  text('gallery_navbar_name', '', 'Label of the gallery in the navigation bar; empty for the usual one.', 30),
  text('links_navbar_name', '', 'Label of the links page in the navigation bar; empty for the usual one.', 30),
  choice(
    'navbar_font_weight',
    ['', '300', '400', '500', '600', '700', '800'],
    '',
    "Weight of the navigation bar's type.",
  ),
  size('navbar_padding', '', 'Padding of the navigation bar.'),
  toggle('enable_center_navigation_menu', false, 'Centre the items of the navigation bar.'),
]);

export const footer = group('footer', 'public', 'site', [
  html('footer_text_html', '', 'Text in the footer, above the legal links.'),
  toggle('show_like_the_website_form', false, "Show the footer link to the form 'Like the website'."),
]);

export const shell = group('shell', 'public', 'site', [
  toggle('maintenance_mode', false, 'Everyone but staff sees the maintenance page.'),
  toggle('show_age_modal', false, 'Guests confirm that they are of age before they see anything.'),
  toggle('show_misc_pop_up', false, 'Show the miscellaneous popup.'),
  longText('misc_pop_up_text', '', 'Text of the miscellaneous popup.'),
]);

export const analytics = group('analytics', 'public', 'site', [
  text(
    'google_analytics_4_measurement_id',
    '',
    'Loaded only after a visitor agreed. The currency of its events is USD.',
    30,
  ),
]);

export const areas = group('areas', 'staff', 'admin', [
  strings('blocked_countries', [], 'Countries, as two-letter codes, whose visitors see the blocked page.', {
    max: 2,
    pattern: /^[a-z]{2}$/i,
  }),
  strings(
    'blocked_regions',
    [],
    'Regions, as country-region codes such as US-UT, whose visitors see the blocked page.',
    { max: 6, pattern: /^[a-z]{2}-[a-z\d]{1,3}$/i },
  ),
  toggle('block_unknown_area', false, 'Also block visitors whose place cannot be told.'),
]);

export const debug = group('shell', 'user', 'admin', [
  toggle('enable_socket_debug', false, "Write socket traffic to the browser's console."),
]);
