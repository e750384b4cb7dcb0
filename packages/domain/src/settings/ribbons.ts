import { choice, colour, font, group, integer, longText, size, sizes, text, toggle } from './define.ts';

const positions = ['above menu', 'above hero', 'below hero'] as const;

export const promotionRibbon = group('promotion ribbon', 'public', 'site', [
  colour('promotion_settings.ribbon_background_color', '', 'Background of the ribbon.'),
  colour('promotion_settings.promo_text_color', '', 'Text of the ribbon.'),
  colour('promotion_settings.time_text_color', '', 'Countdown of the ribbon.'),
  size('promotion_settings.ribbon_padding_top', '', 'Padding above.'),
  size('promotion_settings.ribbon_padding_bottom', '', 'Padding below.'),
  sizes('promotion_settings.promo_text_font_size', '25px|25px|30px|30px', 'Size of the text, one per screen width.'),
  sizes('promotion_settings.time_font_size', '20px|20px|25px|25px', 'Size of the countdown, one per screen width.'),
  font('promotion_settings.promo_text_font', '', 'Type of the text; one that the theme serves.'),
  font('promotion_settings.time_font', '', 'Type of the countdown; one that the theme serves.'),
  text('promotion_settings.ribbon_animation', '', 'Animation by which the ribbon appears.', 40),
  integer('promotion_settings.animation_delay', 0, 0, 60_000, 'Milliseconds before the animation.'),
  integer('promotion_settings.animation_duration', 1000, 0, 60_000, 'Milliseconds of the animation.'),
  choice(
    'promotion_settings.subscription_promotion_ribbon_position',
    positions,
    'above menu',
    'Place of the ribbon of a subscription promotion.',
  ),
  choice(
    'promotion_settings.locked_content_promotion_ribbon_position',
    positions,
    'above menu',
    'Place of the ribbon of a locked-content promotion.',
  ),
  colour('promotion_settings.price_strike_through_color', '', 'Colour of a price that is struck through.'),
]);

export const resubscribeRibbon = group('resubscribe offer', 'public', 'site', [
  toggle('resubscribe_offer_settings.is_enabled', false, 'Offer former members to come back.'),
  colour('resubscribe_offer_settings.ribbon_background_color', '', 'Background of the ribbon.'),
  colour('resubscribe_offer_settings.text_color', '', 'Text of the ribbon.'),
  colour('resubscribe_offer_settings.button_color', '', 'Button of the ribbon.'),
  colour('resubscribe_offer_settings.button_font_color', '', "Text on the ribbon's button."),
  font('resubscribe_offer_settings.text_font', '', 'Type of the ribbon; one that the theme serves.'),
  text('resubscribe_offer_settings.ribbon_animation', 'zoomInUp', 'Animation by which the ribbon appears.', 40),
  integer('resubscribe_offer_settings.animation_delay', 0, 0, 60_000, 'Milliseconds before the animation.'),
  integer('resubscribe_offer_settings.animation_duration', 1000, 0, 60_000, 'Milliseconds of the animation.'),
]);

export const announcementBanner = group('announcement banner', 'user', 'admin_and_model', [
  toggle(
    'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers',
    false,
    'Show the banner to members.',
  ),
  toggle(
    'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers',
    false,
    'Show the banner to people without a membership.',
  ),
  longText('announcement_banner_settings.subscriber_announcement_banner_text', '', 'Text for members.', 500),
  longText(
    'announcement_banner_settings.non_subscriber_announcement_banner_text',
    '',
    'Text for people without a membership.',
    500,
  ),
  colour('announcement_banner_settings.ribbon_background_color', '', 'Background of the banner.'),
  size('announcement_banner_settings.ribbon_padding_top', '', 'Padding above.'),
  size('announcement_banner_settings.ribbon_padding_bottom', '', 'Padding below.'),
  colour('announcement_banner_settings.promo_text_color', '', 'Colour of the text.'),
  sizes(
    'announcement_banner_settings.promo_text_font_size',
    '25px|25px|30px|30px',
    'Size of the text, one per screen width.',
  ),
  font('announcement_banner_settings.promo_text_font', '', 'Type of the text; one that the theme serves.'),
  text('announcement_banner_settings.ribbon_animation', '', 'Animation by which the banner appears.', 40),
  integer('announcement_banner_settings.animation_delay', 0, 0, 60_000, 'Milliseconds before the animation.'),
  integer('announcement_banner_settings.animation_duration', 1000, 0, 60_000, 'Milliseconds of the animation.'),
]);

export const emailRibbon = group('email ribbon', 'user', 'site', [
  colour('email_ribbon_background_color', '', 'Background of the email ribbon.'),
  colour('email_ribbon_font_color', '', 'Text of the email ribbon.'),
  colour('email_ribbon_button_color', '', 'Buttons of the email ribbon.'),
  colour('email_ribbon_button_font_color', '', 'Text on buttons of the email ribbon.'),
  size('email_ribbon_padding', '', 'Padding of the email ribbon.'),
  size('email_ribbon_font_size', '', "Size of the email ribbon's text."),
]);
