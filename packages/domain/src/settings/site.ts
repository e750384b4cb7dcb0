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
  /** What the site is called: title of pages, wordmark, sender of mails. */
  text('site_name', '', 60),
  /** One line under the name, for the landing page, share cards and search results. */
  text('site_tagline', '', 160),
  /** A few sentences for share cards and search results. */
  longText('site_description', '', 400),
  /** The creator's name. */
  text('model_name', '', 60),
  /** First line of the name on the landing banner. */
  text('model_first_name', '', 40),
  /** Second line of the name on the landing banner. */
  text('model_last_name', '', 40),
  /** Image of share cards, 1200 by 630. */
  media('share_image', ''),
  /** Small icon of the browser tab. */
  media('favicon', ''),
  /** Icons of the installed app: paths of square PNG files, 192 and 512 pixels. */
  strings('manifest_icons', [], {
    maxItems: 8,
    isPictures: true,
  }),
  /** Language for guests whose browser asks for none of ours. */
  choice('default_language', ['en', 'ar', 'es', 'de', 'fr', 'pt'], 'en'),
  /** Time zone of the site: schedules, end of day and end of month. */
  timezone('timezone', 'UTC'),
]);

/** Declared with the site; the server reads them, nobody changes them while it runs. */
export const declared = group('identity', 'public', 'system', [
  /** Id of the creator's account; sender of welcome and mass messages. */
  text('model_id', '', 36),
  /** Currency of all prices of the site. Always one with two decimals. */
  choice('currency', ['USD', 'EUR', 'GBP', 'CAD', 'AUD'], 'USD'),
  /** Content for adults: the age gate is on and all compliance rows apply. */
  toggle('is_adult_site', false),
]);

export const merchant = group('merchant', 'public', 'admin', [
  /** Legal name of the merchant of record, in the footer and on receipts. */
  text('merchant_legal_name', '', 120),
  /** Address of the merchant of record. */
  text('merchant_address', '', 300),
  /** What stands on the card statement; shown before a purchase. */
  text('statement_descriptor', '', 40),
  /** Where people write about charges. */
  email('billing_support_email', ''),
  /** Page for questions about charges. */
  url('billing_support_url', '/contact-us'),
]);

export const theme = group('theme', 'public', 'site', [
  /** Which of the built-in themes the site wears. */
  text('theme_name', 'kiln', 40),
  /** Layout of the page that visitors who are not logged in see first. */
  choice('landing_theme', ['theme-1', 'theme-2', 'theme-3'], 'theme-3'),
  /** Light, dark, or as the visitor's device asks. */
  choice('colour_mode', ['system', 'light', 'dark'], 'system'),
  /** Accent: buttons, links, marks. */
  colour('theme_color', ''),
  /** Text on the accent. */
  colour('theme_font_color', ''),
  /** Background of pages. */
  colour('site_background_color', ''),
  /** Text on the background of pages. */
  colour('site_font_color', ''),
  /** Surface of content panels. */
  colour('content_color', ''),
  /** Text on content panels. */
  colour('content_font_color', ''),
  /** Surface of post cards. */
  colour('card_background_color', ''),
  /** Line under the head of a card. */
  colour('card_header_border_color', ''),
  /** Shadow of buttons. */
  colour('button_shadow_color', ''),
  /** Type family for text; one that the theme serves. */
  font('font_family', ''),
  /** Size of the text on the unlock button. */
  size('unlock_button_font_size', '12px'),
  /** Image behind pages. */
  media('theme_background_image', ''),
  /** Show the image behind pages. */
  toggle('use_background_image', false),
]);

export const navbar = group('navbar', 'public', 'site', [
  /** Avatar in the navigation bar. */
  media('avatar_url', ''),
  /** Show the avatar in the navigation bar. */
  toggle('show_avatar_image', false),
  /** Show the creator's name in the navigation bar. */
  toggle('show_influencer_name', false),
  /** Colour of the creator's name in the navigation bar. */
  colour('influencer_name_color', ''),
  /** Words before the creator's name; empty for WELCOME TO. */
  text('navbar_welcome_text', '', 60),
  /** Label of the login link; empty for the usual one. */
  text('log_in_navbar_name', '', 30),
  /** Label of the sign-up link; empty for the usual one. */
  text('sign_up_navbar_name', '', 30),
  /** Label of the feed in the navigation bar; empty for the usual one. */
  text('home_navbar_name', '', 30),
  /** Label of the chat in the navigation bar; empty for the usual one. */
  text('chat_navbar_name', '', 30),
  /** Label of tips in the navigation bar; empty for the usual one. */
  text('tips_navbar_name', '', 30),
  /** Label of the shop in the navigation bar; empty for the usual one. */
  text('shop_navbar_name', '', 30),
  /** Label of the gallery in the navigation bar; empty for the usual one. */
  text('gallery_navbar_name', '', 30),
  /** Label of the links page in the navigation bar; empty for the usual one. */
  text('links_navbar_name', '', 30),
  /** Weight of the navigation bar's type. */
  choice('navbar_font_weight', ['', '300', '400', '500', '600', '700', '800'], ''),
  /** Padding of the navigation bar. */
  size('navbar_padding', ''),
  /** Centre the items of the navigation bar. */
  toggle('enable_center_navigation_menu', false),
]);

export const footer = group('footer', 'public', 'site', [
  /** Text in the footer, above the legal links. */
  html('footer_text_html', ''),
  /** Show the footer link to the form 'Like the website'. */
  toggle('show_like_the_website_form', false),
]);

export const shell = group('shell', 'public', 'site', [
  /** Everyone but staff sees the maintenance page. */
  toggle('maintenance_mode', false),
  /** Guests confirm that they are of age before they see anything. */
  toggle('show_age_modal', false),
  /** Show the miscellaneous popup. */
  toggle('show_misc_pop_up', false),
  /** Text of the miscellaneous popup. */
  longText('misc_pop_up_text', ''),
]);

export const analytics = group('analytics', 'public', 'site', [
  /** Loaded only after a visitor agreed. The currency of its events is USD. */
  text('google_analytics_4_measurement_id', '', 30),
]);

export const areas = group('areas', 'staff', 'admin', [
  /** Countries, as two-letter codes, whose visitors see the blocked page. */
  strings('blocked_countries', [], {
    max: 2,
    pattern: /^[a-z]{2}$/i,
  }),
  /** Regions, as country-region codes such as US-UT, whose visitors see the blocked page. */
  strings('blocked_regions', [], { max: 6, pattern: /^[a-z]{2}-[a-z\d]{1,3}$/i }),
  /** Also block visitors whose place cannot be told. */
  toggle('block_unknown_area', false),
]);

export const debug = group('shell', 'user', 'admin', [
  /** Write socket traffic to the browser's console. */
  toggle('enable_socket_debug', false),
]);
