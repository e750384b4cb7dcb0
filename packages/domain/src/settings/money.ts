import {
  amount,
  amounts,
  choice,
  colour,
  group,
  integer,
  longText,
  size,
  sizes,
  strings,
  text,
  toggle,
  url,
} from './define.ts';

/** Above this no single price is believed. */
const most = 10_000;

export const prices = group('prices', 'public', 'site', [
  amount(
    'membership_price',
    19.99,
    0,
    most,
    'First month of a membership. With the recurring price 0 too, the membership is free.',
  ),
  amount('recurring_membership_price', 19.99, 0, most, 'Every later month.'),
  amount('returning_membership_price', 19.99, 0, most, 'First month for people who were members before.'),
  amount(
    'returning_recurring_membership_price',
    19.99,
    0,
    most,
    'Every later month for people who were members before.',
  ),
]);

export const amountBounds = group('amounts', 'public', 'site', [
  amount('content_unlock_minimum_amount', 5, 0.5, most, 'Lowest price of a locked post or message.'),
  amount('content_unlock_maximum_amount', 450, 0.5, most, 'Highest price of a locked post or message.'),
  amount('tips_minimum_amount', 5, 1, most, 'Lowest tip; also of the price of a reused post.'),
  amount('tips_maximum_amount', 500, 1, most, 'Highest tip; also of the price of a reused post.'),
]);

export const tips = group('tips', 'public', 'site', [
  amounts('tip_amounts', '5,10,25,50,100', 'Tips offered as buttons.'),
  amount('default_tip_amount', 5, 1, most, 'Tip that is chosen when the dialog opens.'),
  text('tip_page_title', '', 'Title of the tips page; empty for the usual one.', 120),
  longText('tip_page_description', '', 'Text of the tips page.', 600),
  text('tip_page_button_text', '', 'Button of the tips page; empty for the usual one.', 40),
]);

export const wallet = group('wallet', 'user', 'site', [
  amounts(
    'wallet_settings.add_fund_default_options',
    '10,25,50,100,200',
    'Amounts offered as buttons when adding funds.',
  ),
  amount('wallet_settings.add_fund_minimum_amount', 10, 1, most, 'Lowest amount to add.'),
  amount('wallet_settings.add_fund_maximum_amount', 1000, 1, most, 'Highest amount to add.'),
]);

export const offers = group('promotion', 'public', 'site', [
  toggle('enable_promotion', true, 'Promotions: ribbons and reduced prices.'),
  toggle('enable_coupons', true, 'Coupon codes.'),
  toggle('display_coupon_box_to_user', false, 'Show the coupon box on the subscribe page.'),
  text('promotion_default_ribbon_text', 'free first month', 'Text a new promotion begins with.', 120),
]);

export const resubscribeTerms = group('resubscribe offer', 'staff', 'site', [
  toggle(
    'resubscribe_offer.for_subscribers_only',
    false,
    'Only for former members, who then resubscribe with one press; else for everybody without a membership.',
  ),
  integer(
    'resubscribe_offer.give_free_month_subscription',
    0,
    -1,
    24,
    'Months that cost nothing before the price counts: 0 for none, -1 for a membership that is free for ever.',
  ),
  amount('resubscribe_offer.recurring_price', 19.99, 0, most, 'What each month costs after them.'),
  text('resubscribe_offer.promo_banner_text', '', "The ribbon's words; empty for the usual ones.", 200),
]);

export const subscriptions = group('subscription', 'user', 'site', [
  toggle('is_cancel_subscription_reason_enabled', false, 'Ask for a reason before a membership is cancelled.'),
  text('reason_for_cancellation_popup_title', '', 'Title of that dialog; empty for the usual one.', 120),
  strings(
    'cancellation_reasons',
    [],
    "Reasons to choose from; empty for the four usual ones. 'Other' always comes last.",
    { maxItems: 10, max: 120 },
  ),
  integer(
    'renewal_reminder_days',
    0,
    0,
    60,
    'Days before each renewal on which members are reminded of it by mail, where the law wants it; 0 for not at all.',
  ),
  longText('migrate_subscription.message_content', '', 'Message of the migration popup.'),
]);

export const paymentChoice = group('payment', 'public', 'admin', [
  choice('payment_api_version', ['v1', 'v2'], 'v1', "Which of the documents' payment calls the client uses."),
  choice(
    'payment_mode',
    ['', 'sandbox', 'v2', 'ccbillRestApi', 'stickyIo', 'newRegisterPage'],
    '',
    'Where a new account goes to pay; empty to follow the provider.',
  ),
  choice(
    'card_entry',
    ['field', 'hosted'],
    'field',
    "Where a card is typed: in the provider's field on the site's page, or on the provider's own page.",
  ),
  toggle('enable_ccbill_rest_api', false, 'CCBill by its REST interface.'),
  toggle('is_sticky_io_enabled', false, 'sticky.io takes card payments.'),
  toggle('is_crypto_payment_enabled', false, 'Wallets funded with crypto currency.'),
  toggle('enable_forumpay_payment_live_mode', false, "The crypto provider's live system rather than its sandbox."),
]);

export const risk = group('payment', 'admin', 'admin', [
  amount('chargeback_fee_amount', 25, 0, 1000, "What each chargeback adds to a fan's deductions."),
  amount(
    'transaction_limit_without_photo_id',
    0,
    0,
    100_000,
    'Most a fan without accepted photo id buys in 24 hours; 0 for no limit.',
  ),
  integer('card_attempts_before_check', 5, 1, 100, 'Card attempts in an hour before a human check is asked for.'),
]);

export const providers = group('payment', 'secret', 'admin', [
  text('ccbill_settings.account_number', '', 'CCBill account.', 40),
  text('ccbill_settings.sub_account', '', 'CCBill sub-account.', 40),
  text('ccbill_settings.form_name', '', 'CCBill form.', 80),
  text('ccbill_settings.salt', '', 'CCBill salt.', 200),
  text('ccbill_settings.client_id', '', 'CCBill REST application id.', 200),
  text('ccbill_settings.client_secret', '', 'CCBill REST application secret.', 400),
  text('ccbill_settings.data_link_user', '', 'CCBill DataLink user.', 80),
  text('ccbill_settings.data_link_password', '', 'CCBill DataLink password.', 200),
  url('sticky_io_settings.url', '', 'Address of the sticky.io instance.'),
  text('sticky_io_settings.user_name', '', 'sticky.io user.', 200),
  text('sticky_io_settings.password', '', 'sticky.io password.', 400),
  text('sticky_io_settings.campaign_id', '', 'sticky.io campaign.', 40),
  text('forumpay_settings.user', '', 'ForumPay user.', 200),
  text('forumpay_settings.secret', '', 'ForumPay secret.', 400),
  text('forumpay_settings.pos_id', '', 'ForumPay point of sale.', 80),
]);

export const paymentForm = group('payment form', 'public', 'site', [
  colour('payment_form_background_color', '', 'Background of the card form.'),
  colour('payment_form_font_color', '', 'Text of the card form.'),
  colour('payment_form_field_color', '', 'Fields of the card form.'),
  colour('payment_form_border_color', '', 'Border of fields of the card form.'),
  colour('payment_form_button_color', '', 'Button of the card form.'),
  colour('payment_form_button_font_color', '', 'Text on the button of the card form.'),
  size('payment_form_radius', '', 'Corners of the card form.'),
  size('payment_form_padding', '', 'Padding of the card form.'),
  sizes(
    'new_signup_design_title_font_size',
    '55px|65px|75px|85px',
    'Title of the subscribe page, one size per screen width.',
  ),
  sizes(
    'new_signup_design_description_font_size',
    '25px|25px|35px|35px',
    'Text of the subscribe page, one size per screen width.',
  ),
]);
