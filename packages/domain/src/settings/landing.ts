import { choice, colour, font, group, longText, media, strings, text, toggle, url } from './define.ts';

const alignments = ['start', 'center', 'end'] as const;

export const landing = group('landing', 'public', 'site', [
  /** Name on the landing banner; empty for the creator's name. */
  text('banner_model_name', '', 60),
  /** Large words on the banner; empty for the tagline. */
  text('landing_headline', '', 120),
  /** Image of the main banner. */
  media('banner_image', ''),
  /** Image of the main banner on phones; empty for the main image. */
  media('banner_image_for_mobile', ''),
  /** Video of the banner below 999 pixels. */
  media('video_banner_url', ''),
  /** Video of the banner from 999 pixels. */
  media('desktop_video_banner_url', ''),
  /** The banner is a video. */
  toggle('enable_video_banner', false),
  // On, unlike other switches: a landing page without its banner would be empty.
  /** Show the main banner. */
  toggle('enable_banner_section', true),
  /** Show the banner of layout theme-1. */
  toggle('enable_theme_1_banner_section', true),
  /** Show section 1. */
  toggle('enable_section_1', false),
  /** Show section 2. */
  toggle('enable_section_2', false),
  /** Show section 3. */
  toggle('enable_section_3', false),
  /** Show the grid of six images. */
  toggle('enable_grid_section', false),
  /** Title of section 1. */
  text('section_1_title', ''),
  /** Text of section 1. */
  longText('section_1_description', ''),
  /** Image of section 1. */
  media('section_1_image', ''),
  /** Kept for older data; section 1 has no button. */
  text('section_1_subscribe_now_text', '', 40),
  /** Alignment of the text of section 1. */
  choice('section_1_description_alignment', alignments, 'start'),
  /** Title of section 2. */
  text('section_2_title', ''),
  /** Text of section 2. */
  longText('section_2_description', ''),
  /** Image of section 2. */
  media('section_2_image', ''),
  /** Button of section 2; empty for the usual one. */
  text('section_2_subscribe_now_text', '', 40),
  /** Alignment of the text of section 2. */
  choice('section_2_description_alignment', alignments, 'start'),
  /** Title of section 3. */
  text('section_3_title', ''),
  /** Text of section 3. */
  longText('section_3_description', ''),
  /** Kept for older data; section 3 has no image. */
  media('section_3_image', ''),
  /** Button of section 3; empty for the usual one. */
  text('section_3_subscribe_now_text', '', 40),
  /** Alignment of the text of section 3. */
  choice('section_3_description_alignment', alignments, 'start'),
  /** Image 1 of the grid. */
  media('grid_section_image_1', ''),
  /** Image 2 of the grid. */
  media('grid_section_image_2', ''),
  /** Image 3 of the grid. */
  media('grid_section_image_3', ''),
  /** Image 4 of the grid. */
  media('grid_section_image_4', ''),
  /** Image 5 of the grid. */
  media('grid_section_image_5', ''),
  /** Image 6 of the grid. */
  media('grid_section_image_6', ''),
  /** Type of titles on the landing page; one that the theme serves. */
  font('landing_title_font', ''),
  /** Type of text on the landing page; one that the theme serves. */
  font('landing_text_font', ''),
  /** Background of the landing page. */
  colour('landing_background_color', ''),
  /** Text of the landing page. */
  colour('landing_font_color', ''),
  /** Buttons of the landing page. */
  colour('landing_button_color', ''),
  /** Text on buttons of the landing page. */
  colour('landing_button_font_color', ''),
]);

export const social = group('landing', 'public', 'site', [
  /** Instagram; shown only when set. */
  url('theme_2_instagram_url', ''),
  /** TikTok; shown only when set. */
  url('theme_2_tiktok_url', ''),
  /** Facebook; shown only when set. */
  url('theme_2_facebook_url', ''),
  /** Twitter; shown only when set. */
  url('theme_2_twitter_url', ''),
  /** Twitch; shown only when set. */
  url('theme_2_twitch_url', ''),
  /** Discord; shown only when set. */
  url('theme_2_discord_url', ''),
  /** Snapchat; shown only when set. */
  url('theme_2_snapchat_url', ''),
  /** YouTube; shown only when set. */
  url('theme_2_youtube_url', ''),
  /** Another website; shown only when set. */
  url('theme_2_website_url', ''),
  /** Amazon wishlist; shown only when set. */
  url('theme_2_amazon_wishlist_url', ''),
]);

export const hero = group('hero', 'public', 'site', [
  /** Looping video of the feed's banner. */
  media('hero_banner_video', ''),
  /** Video of the feed's banner below 576 pixels. */
  media('hero_banner_mobile_video', ''),
  /** Images of the feed's banner, turned by arrows. */
  strings('hero_banner_images', [], {
    maxItems: 10,
    max: 2000,
    isPictures: true,
  }),
  /** Words on the feed's banner. */
  text('hero_banner_text', '', 200),
  /** Image in place of the words. */
  media('hero_banner_text_image', ''),
  /** Extra button on the feed's banner. */
  text('hero_banner_button_text', '', 40),
  /** Where the extra button leads. */
  url('hero_banner_button_url', ''),
  /** Show the social links that are set. */
  toggle('hero_banner_show_social_icons', false),
  /** Subscribe link on the banner; empty for the usual one. */
  text('hero_banner_subscribe_text', '', 40),
  /** Video of the page /subscription-video; the page is there only while one is set. */
  media('subscription_video_url', ''),
  /** Show card marks to people without a membership. */
  toggle('show_payment_icons', false),
]);

export const signup = group('signup', 'public', 'site', [
  /** Title of the login page; empty for the usual one. */
  text('login_title', '', 120),
  /** Title of the sign-up page; empty for the usual one. */
  text('signup_title', '', 120),
  /** Text on the sign-up page. */
  longText('signup_description', '', 600),
  /** Image beside the login and sign-up forms. */
  media('signup_image', ''),
]);
