import { choice, colour, font, group, longText, media, strings, text, toggle, url } from './define.ts';

const alignments = ['start', 'center', 'end'] as const;

export const landing = group('landing', 'public', 'site', [
  text('banner_model_name', '', "Name on the landing banner; empty for the creator's name.", 60),
  text('landing_headline', '', 'Large words on the banner; empty for the tagline.', 120),
  media('banner_image', '', 'Image of the main banner.'),
  media('banner_image_for_mobile', '', 'Image of the main banner on phones; empty for the main image.'),
  media('video_banner_url', '', 'Video of the banner below 999 pixels.'),
  media('desktop_video_banner_url', '', 'Video of the banner from 999 pixels.'),
  toggle('enable_video_banner', false, 'The banner is a video.'),
  // On, unlike other switches: a landing page without its banner would be empty.
  toggle('enable_banner_section', true, 'Show the main banner.'),
  toggle('enable_theme_1_banner_section', true, 'Show the banner of layout theme-1.'),
  toggle('enable_section_1', false, 'Show section 1.'),
  toggle('enable_section_2', false, 'Show section 2.'),
  toggle('enable_section_3', false, 'Show section 3.'),
  toggle('enable_grid_section', false, 'Show the grid of six images.'),
  text('section_1_title', '', 'Title of section 1.'),
  longText('section_1_description', '', 'Text of section 1.'),
  media('section_1_image', '', 'Image of section 1.'),
  text('section_1_subscribe_now_text', '', 'Kept for older data; section 1 has no button.', 40),
  choice('section_1_description_alignment', alignments, 'start', 'Alignment of the text of section 1.'),
  text('section_2_title', '', 'Title of section 2.'),
  longText('section_2_description', '', 'Text of section 2.'),
  media('section_2_image', '', 'Image of section 2.'),
  text('section_2_subscribe_now_text', '', 'Button of section 2; empty for the usual one.', 40),
  choice('section_2_description_alignment', alignments, 'start', 'Alignment of the text of section 2.'),
  text('section_3_title', '', 'Title of section 3.'),
  longText('section_3_description', '', 'Text of section 3.'),
  media('section_3_image', '', 'Kept for older data; section 3 has no image.'),
  text('section_3_subscribe_now_text', '', 'Button of section 3; empty for the usual one.', 40),
  choice('section_3_description_alignment', alignments, 'start', 'Alignment of the text of section 3.'),
  media('grid_section_image_1', '', 'Image 1 of the grid.'),
  media('grid_section_image_2', '', 'Image 2 of the grid.'),
  media('grid_section_image_3', '', 'Image 3 of the grid.'),
  media('grid_section_image_4', '', 'Image 4 of the grid.'),
  media('grid_section_image_5', '', 'Image 5 of the grid.'),
  media('grid_section_image_6', '', 'Image 6 of the grid.'),
  font('landing_title_font', '', 'Type of titles on the landing page; one that the theme serves.'),
  font('landing_text_font', '', 'Type of text on the landing page; one that the theme serves.'),
  colour('landing_background_color', '', 'Background of the landing page.'),
  colour('landing_font_color', '', 'Text of the landing page.'),
  colour('landing_button_color', '', 'Buttons of the landing page.'),
  colour('landing_button_font_color', '', 'Text on buttons of the landing page.'),
]);

export const social = group('landing', 'public', 'site', [
  url('theme_2_instagram_url', '', 'Instagram; shown only when set.'),
  url('theme_2_tiktok_url', '', 'TikTok; shown only when set.'),
  url('theme_2_facebook_url', '', 'Facebook; shown only when set.'),
  url('theme_2_twitter_url', '', 'Twitter; shown only when set.'),
  url('theme_2_twitch_url', '', 'Twitch; shown only when set.'),
  url('theme_2_discord_url', '', 'Discord; shown only when set.'),
  url('theme_2_snapchat_url', '', 'Snapchat; shown only when set.'),
  url('theme_2_youtube_url', '', 'YouTube; shown only when set.'),
  url('theme_2_website_url', '', 'Another website; shown only when set.'),
  url('theme_2_amazon_wishlist_url', '', 'Amazon wishlist; shown only when set.'),
]);

export const hero = group('hero', 'public', 'site', [
  media('hero_banner_video', '', "Looping video of the feed's banner."),
  media('hero_banner_mobile_video', '', "Video of the feed's banner below 576 pixels."),
  strings('hero_banner_images', [], "Images of the feed's banner, turned by arrows.", {
    maxItems: 10,
    max: 2000,
    isPictures: true,
  }),
  text('hero_banner_text', '', "Words on the feed's banner.", 200),
  media('hero_banner_text_image', '', 'Image in place of the words.'),
  text('hero_banner_button_text', '', "Extra button on the feed's banner.", 40),
  url('hero_banner_button_url', '', 'Where the extra button leads.'),
  toggle('hero_banner_show_social_icons', false, 'Show the social links that are set.'),
  text('hero_banner_subscribe_text', '', 'Subscribe link on the banner; empty for the usual one.', 40),
  media(
    'subscription_video_url',
    '',
    'Video of the page /subscription-video; the page is there only while one is set.',
  ),
  toggle('show_payment_icons', false, 'Show card marks to people without a membership.'),
]);

export const signup = group('signup', 'public', 'site', [
  text('login_title', '', 'Title of the login page; empty for the usual one.', 120),
  text('signup_title', '', 'Title of the sign-up page; empty for the usual one.', 120),
  longText('signup_description', '', 'Text on the sign-up page.', 600),
  media('signup_image', '', 'Image beside the login and sign-up forms.'),
]);
