import { choice, colour, font, group, integer, longText, size, sizes, text, toggle } from './define.ts';

const positions = ['above menu', 'above hero', 'below hero'] as const;

export const promotionRibbon = group('promotion ribbon', 'public', 'site', [
  /** Background of the ribbon. */
  colour('promotion_settings.ribbon_background_color', ''),
  /** Text of the ribbon. */
  colour('promotion_settings.promo_text_color', ''),
  /** Countdown of the ribbon. */
  colour('promotion_settings.time_text_color', ''),
  /** Padding above. */
  size('promotion_settings.ribbon_padding_top', ''),
  /** Padding below. */
  size('promotion_settings.ribbon_padding_bottom', ''),
  /** Size of the text, one per screen width. */
  sizes('promotion_settings.promo_text_font_size', '25px|25px|30px|30px'),
  /** Size of the countdown, one per screen width. */
  sizes('promotion_settings.time_font_size', '20px|20px|25px|25px'),
  /** Type of the text; one that the theme serves. */
  font('promotion_settings.promo_text_font', ''),
  /** Type of the countdown; one that the theme serves. */
  font('promotion_settings.time_font', ''),
  /** Animation by which the ribbon appears. */
  text('promotion_settings.ribbon_animation', '', 40),
  /** Milliseconds before the animation. */
  integer('promotion_settings.animation_delay', 0, 0, 60_000),
  /** Milliseconds of the animation. */
  integer('promotion_settings.animation_duration', 1000, 0, 60_000),
  /** Place of the ribbon of a subscription promotion. */
  choice('promotion_settings.subscription_promotion_ribbon_position', positions, 'above menu'),
  /** Place of the ribbon of a locked-content promotion. */
  choice('promotion_settings.locked_content_promotion_ribbon_position', positions, 'above menu'),
  /** Colour of a price that is struck through. */
  colour('promotion_settings.price_strike_through_color', ''),
]);

export const resubscribeRibbon = group('resubscribe offer', 'public', 'site', [
  /** Offer former members to come back. */
  toggle('resubscribe_offer_settings.is_enabled', false),
  /** Background of the ribbon. */
  colour('resubscribe_offer_settings.ribbon_background_color', ''),
  /** Text of the ribbon. */
  colour('resubscribe_offer_settings.text_color', ''),
  /** Button of the ribbon. */
  colour('resubscribe_offer_settings.button_color', ''),
  /** Text on the ribbon's button. */
  colour('resubscribe_offer_settings.button_font_color', ''),
  /** Type of the ribbon; one that the theme serves. */
  font('resubscribe_offer_settings.text_font', ''),
  /** Animation by which the ribbon appears. */
  text('resubscribe_offer_settings.ribbon_animation', 'zoomInUp', 40),
  /** Milliseconds before the animation. */
  integer('resubscribe_offer_settings.animation_delay', 0, 0, 60_000),
  /** Milliseconds of the animation. */
  integer('resubscribe_offer_settings.animation_duration', 1000, 0, 60_000),
]);

export const announcementBanner = group('announcement banner', 'user', 'admin_and_model', [
  /** Show the banner to members. */
  toggle('announcement_banner_settings.is_announcement_banner_enabled_for_subscribers', false),
  /** Show the banner to people without a membership. */
  toggle('announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers', false),
  /** Text for members. */
  longText('announcement_banner_settings.subscriber_announcement_banner_text', '', 500),
  /** Text for people without a membership. */
  longText('announcement_banner_settings.non_subscriber_announcement_banner_text', '', 500),
  /** Background of the banner. */
  colour('announcement_banner_settings.ribbon_background_color', ''),
  /** Padding above. */
  size('announcement_banner_settings.ribbon_padding_top', ''),
  /** Padding below. */
  size('announcement_banner_settings.ribbon_padding_bottom', ''),
  /** Colour of the text. */
  colour('announcement_banner_settings.promo_text_color', ''),
  /** Size of the text, one per screen width. */
  sizes('announcement_banner_settings.promo_text_font_size', '25px|25px|30px|30px'),
  /** Type of the text; one that the theme serves. */
  font('announcement_banner_settings.promo_text_font', ''),
  /** Animation by which the banner appears. */
  text('announcement_banner_settings.ribbon_animation', '', 40),
  /** Milliseconds before the animation. */
  integer('announcement_banner_settings.animation_delay', 0, 0, 60_000),
  /** Milliseconds of the animation. */
  integer('announcement_banner_settings.animation_duration', 1000, 0, 60_000),
]);

export const emailRibbon = group('email ribbon', 'user', 'site', [
  /** Background of the email ribbon. */
  colour('email_ribbon_background_color', ''),
  /** Text of the email ribbon. */
  colour('email_ribbon_font_color', ''),
  /** Buttons of the email ribbon. */
  colour('email_ribbon_button_color', ''),
  /** Text on buttons of the email ribbon. */
  colour('email_ribbon_button_font_color', ''),
  /** Padding of the email ribbon. */
  size('email_ribbon_padding', ''),
  /** Size of the email ribbon's text. */
  size('email_ribbon_font_size', ''),
]);
