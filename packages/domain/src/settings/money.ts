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
import { newsPaces } from '../memberships/news.ts';

/** Above this no single price is believed. */
const most = 10_000;

export const prices = group('prices', 'public', 'site', [
  /** First month of a membership. With the recurring price 0 too, the membership is free. */
  amount('membership_price', 19.99, 0, most),
  /** Every later month. */
  amount('recurring_membership_price', 19.99, 0, most),
  /** First month for people who were members before. */
  amount('returning_membership_price', 19.99, 0, most),
  /** Every later month for people who were members before. */
  amount('returning_recurring_membership_price', 19.99, 0, most),
]);

export const amountBounds = group('amounts', 'public', 'site', [
  /** Lowest price of a locked post or message. */
  amount('content_unlock_minimum_amount', 5, 0.5, most),
  /** Highest price of a locked post or message. */
  amount('content_unlock_maximum_amount', 450, 0.5, most),
  /** Lowest tip; also of the price of a reused post. */
  amount('tips_minimum_amount', 5, 1, most),
  /** Highest tip; also of the price of a reused post. */
  amount('tips_maximum_amount', 500, 1, most),
]);

export const tips = group('tips', 'public', 'site', [
  /** Tips offered as buttons. */
  amounts('tip_amounts', '5,10,25,50,100'),
  /** Tip that is chosen when the dialog opens. */
  amount('default_tip_amount', 5, 1, most),
  /** Title of the tips page; empty for the usual one. */
  text('tip_page_title', '', 120),
  /** Text of the tips page. */
  longText('tip_page_description', '', 600),
  /** Button of the tips page; empty for the usual one. */
  text('tip_page_button_text', '', 40),
]);

export const wallet = group('wallet', 'user', 'site', [
  /** Amounts offered as buttons when adding funds. */
  amounts('wallet_settings.add_fund_default_options', '10,25,50,100,200'),
  /** Lowest amount to add. */
  amount('wallet_settings.add_fund_minimum_amount', 10, 1, most),
  /** Highest amount to add. */
  amount('wallet_settings.add_fund_maximum_amount', 1000, 1, most),
]);

export const offers = group('promotion', 'public', 'site', [
  /** Promotions: ribbons and reduced prices. */
  toggle('enable_promotion', true),
  /** Coupon codes. */
  toggle('enable_coupons', true),
  /** Show the coupon box on the subscribe page. */
  toggle('display_coupon_box_to_user', false),
  /** Text a new promotion begins with. */
  text('promotion_default_ribbon_text', 'free first month', 120),
]);

export const resubscribeTerms = group('resubscribe offer', 'staff', 'site', [
  /** Only for former members, who then resubscribe with one press; else for everybody without a membership. */
  toggle('resubscribe_offer.for_subscribers_only', false),
  /** Months that cost nothing before the price counts: 0 for none, -1 for a membership that is free for ever. */
  integer('resubscribe_offer.give_free_month_subscription', 0, -1, 24),
  /** What each month costs after them. */
  amount('resubscribe_offer.recurring_price', 19.99, 0, most),
  /** The ribbon's words; empty for the usual ones. */
  text('resubscribe_offer.promo_banner_text', '', 200),
]);

export const subscriptions = group('subscription', 'user', 'site', [
  /** Ask for a reason before a membership is cancelled. */
  toggle('is_cancel_subscription_reason_enabled', false),
  /** Title of that dialog; empty for the usual one. */
  text('reason_for_cancellation_popup_title', '', 120),
  /** Reasons to choose from; empty for the four usual ones. 'Other' always comes last. */
  strings('cancellation_reasons', [], { maxItems: 10, max: 120 }),
  /** Days before each renewal on which members are reminded of it by mail, where the law wants it; 0 for not at all. */
  integer('renewal_reminder_days', 0, 0, 60),
  /** Message of the migration popup; empty for the usual one. */
  longText('migrate_subscription.message_content', ''),
  /** Members whose charges go to an account that the site has left are asked to go on with the one that it uses now. */
  toggle('migrate_subscription.is_enabled', false),
  /** Days before their next payment from which they are asked. */
  integer('migrate_subscription.days_before', 7, 1, 60),
]);

export const subscriptionMails = group('subscription', 'staff', 'site', [
  /** How often the creator is mailed what changed about the members: never, at most every 15 minutes, or at eight each morning. */
  choice('subscription_email_notification.how_often', newsPaces, 'never'),
  /** Who joined. */
  toggle('subscription_email_notification.new_members', true),
  /** Who cancelled. */
  toggle('subscription_email_notification.cancellations', true),
  /** Whose renewal could not be charged. */
  toggle('subscription_email_notification.failed_renewals', true),
]);

export const paymentChoice = group('payment', 'public', 'admin', [
  /** Which of the documents' payment calls the client uses. */
  choice('payment_api_version', ['v1', 'v2'], 'v1'),
  /** Where a card is typed: in the provider's field on the site's page, or on the provider's own page. */
  choice('card_entry', ['field', 'hosted'], 'field'),
  /** CCBill by its REST interface. */
  toggle('enable_ccbill_rest_api', false),
  /** sticky.io takes card payments. */
  toggle('is_sticky_io_enabled', false),
  /** Address of the field that makes tokens of cards for sticky.io. */
  url('sticky_io_card_field_url', ''),
  /** The provider with which a fan may try again what the first has declined. */
  choice('second_card_provider', ['none', 'ccbill', 'sticky_io', 'sandbox'], 'none'),
  /** Wallets funded with crypto currency. */
  toggle('is_crypto_payment_enabled', false),
  /** The crypto provider's live system rather than its sandbox. */
  toggle('enable_forumpay_payment_live_mode', false),
]);

export const risk = group('payment', 'admin', 'admin', [
  /** What each chargeback adds to a fan's deductions. */
  amount('chargeback_fee_amount', 25, 0, 1000),
  /** Most a fan without accepted photo id buys in 24 hours; 0 for no limit. */
  amount('transaction_limit_without_photo_id', 0, 0, 100_000),
  /** Typed cards of a fan that may be declined in an hour before a human check; four times as many from one address. */
  integer('card_attempts_before_check', 5, 1, 50),
  /** Human check before a card that is typed: by itself when disputes near a limit, always, or never. */
  choice('card_brake', ['automatic', 'on', 'off'], 'automatic'),
  /** Percent of a card scheme's first limit on disputes from which it is asked for by itself. */
  integer('card_brake_share', 50, 1, 100),
]);

export const providers = group('payment', 'secret', 'admin', [
  /** CCBill account. */
  text('ccbill_settings.account_number', '', 40),
  /** CCBill sub-account. */
  text('ccbill_settings.sub_account', '', 40),
  /** CCBill form. */
  text('ccbill_settings.form_name', '', 80),
  /** CCBill salt. */
  text('ccbill_settings.salt', '', 200),
  /** CCBill REST application id. */
  text('ccbill_settings.client_id', '', 200),
  /** CCBill REST application secret. */
  text('ccbill_settings.client_secret', '', 400),
  /** CCBill DataLink user. */
  text('ccbill_settings.data_link_user', '', 80),
  /** CCBill DataLink password. */
  text('ccbill_settings.data_link_password', '', 200),
  /** Address of the sticky.io instance. */
  url('sticky_io_settings.url', ''),
  /** sticky.io user. */
  text('sticky_io_settings.user_name', '', 200),
  /** sticky.io password. */
  text('sticky_io_settings.password', '', 400),
  /** sticky.io campaign. */
  text('sticky_io_settings.campaign_id', '', 40),
  /** sticky.io offer of that campaign. */
  text('sticky_io_settings.offer_id', '', 40),
  /** sticky.io product that every payment is an order of. */
  text('sticky_io_settings.product_id', '', 40),
  /** sticky.io billing model that bills once. */
  text('sticky_io_settings.billing_model_id', '', 40),
  /** sticky.io shipping method without a price. */
  text('sticky_io_settings.shipping_id', '', 40),
  /** ForumPay user. */
  text('forumpay_settings.user', '', 200),
  /** ForumPay secret. */
  text('forumpay_settings.secret', '', 400),
  /** ForumPay point of sale. */
  text('forumpay_settings.pos_id', '', 80),
]);

export const paymentForm = group('payment form', 'public', 'site', [
  /** Background of the card form. */
  colour('payment_form_background_color', ''),
  /** Text of the card form. */
  colour('payment_form_font_color', ''),
  /** Fields of the card form. */
  colour('payment_form_field_color', ''),
  /** Border of fields of the card form. */
  colour('payment_form_border_color', ''),
  /** Button of the card form. */
  colour('payment_form_button_color', ''),
  /** Text on the button of the card form. */
  colour('payment_form_button_font_color', ''),
  /** Corners of the card form. */
  size('payment_form_radius', ''),
  /** Padding of the card form. */
  size('payment_form_padding', ''),
  /** Title of the subscribe page, one size per screen width. */
  sizes('new_signup_design_title_font_size', '55px|65px|75px|85px'),
  /** Text of the subscribe page, one size per screen width. */
  sizes('new_signup_design_description_font_size', '25px|25px|35px|35px'),
]);
