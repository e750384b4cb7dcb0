import type { SettingKey } from './index.ts';

const server = 'services/server/src';
const rules = 'packages/domain/src';

/** Settings that the server, its packages and the shared rules read, by the source file that reads them. */
export const readByServer = {
  [`${server}/plugins/pages.ts`]: ['site_name', 'theme_name', 'merchant_legal_name', 'merchant_address'],
  [`${server}/admit/admit.ts`]: ['default_language'],
  [`${rules}/sites/admission.ts`]: ['maintenance_mode', 'show_age_modal'],
  [`${server}/features/accounts/mails.ts`]: ['timezone', 'statement_descriptor'],
  [`${server}/features/accounts/login/login.ts`]: ['is_universal_login_enabled'],
  [`${server}/features/checkout/webhooks/apply-event.ts`]: ['chargeback_fee_amount'],
  [`${server}/features/crypto/quote-payment.ts`]: [
    'wallet_settings.add_fund_minimum_amount',
    'wallet_settings.add_fund_maximum_amount',
  ],
  [`${server}/features/crypto/open-forumpay.ts`]: [
    'is_crypto_payment_enabled',
    'enable_forumpay_payment_live_mode',
    'forumpay_settings.user',
    'forumpay_settings.secret',
    'forumpay_settings.pos_id',
  ],
  [`${server}/features/checkout/provider-accounts/open-account.ts`]: ['card_entry'],
  'packages/payments/src/sticky/hosts.ts': [
    'sticky_io_settings.url',
    'sticky_io_settings.user_name',
    'sticky_io_settings.password',
    'sticky_io_settings.campaign_id',
    'sticky_io_settings.offer_id',
    'sticky_io_settings.product_id',
    'sticky_io_settings.billing_model_id',
    'sticky_io_settings.shipping_id',
    'sticky_io_card_field_url',
  ],
  [`${server}/features/checkout/pay/purchase-limit.ts`]: ['transaction_limit_without_photo_id'],
  [`${server}/features/sites/manifest.ts`]: ['manifest_icons'],
  [`${server}/features/media/receive/complete-upload.ts`]: ['is_photo_upload_enabled'],
  [`${server}/features/media/make/processing.ts`]: [
    'enable_watermark',
    'watermark_size',
    'watermark_color',
    'watermark_position',
  ],
  [`${rules}/money/price.ts`]: [
    'membership_price',
    'recurring_membership_price',
    'returning_membership_price',
    'returning_recurring_membership_price',
    'enable_promotion',
    'currency',
  ],
  [`${rules}/money/coupon.ts`]: ['enable_coupons'],
  [`${rules}/memberships/resubscribe-offer.ts`]: [
    'resubscribe_offer_settings.is_enabled',
    'resubscribe_offer.for_subscribers_only',
    'resubscribe_offer.give_free_month_subscription',
    'resubscribe_offer.recurring_price',
    'resubscribe_offer.promo_banner_text',
  ],
  [`${rules}/money/amount-rules.ts`]: [
    'content_unlock_minimum_amount',
    'content_unlock_maximum_amount',
    'tips_minimum_amount',
    'tips_maximum_amount',
  ],
  [`${rules}/sites/areas.ts`]: ['blocked_countries', 'blocked_regions', 'block_unknown_area'],
  [`${rules}/memberships/cancellation.ts`]: ['is_cancel_subscription_reason_enabled', 'cancellation_reasons'],
  [`${rules}/memberships/reminders.ts`]: ['renewal_reminder_days'],
  [`${rules}/memberships/migration.ts`]: ['migrate_subscription.is_enabled', 'migrate_subscription.days_before'],
  [`${rules}/posts/reactions.ts`]: [
    'is_feed_comment_enabled',
    'is_feed_like_enabled',
    'comment_visibility',
    'like_visibility',
    'enable_like_count_for_private_locked_post',
    'enable_comment_count_for_private_locked_post',
  ],
  [`${rules}/posts/post-form.ts`]: ['enable_public_post'],
  [`${rules}/people/capabilities.ts`]: ['show_media_count_in_exclusive_content', 'hide_earnings'],
  [`${rules}/routes/access.ts`]: ['show_reporting_page_to_content_manager', 'enable_csv_download_for_content_managers'],
  // `wanted` asks them under the names of the settings.
  'packages/payments/src/registry.ts': ['payment_api_version', 'enable_ccbill_rest_api', 'is_sticky_io_enabled'],
  [`${server}/human-check/recaptcha.ts`]: ['is_recaptcha_enabled', 'recaptcha_site_key', 'recaptcha_secret_key'],
  [`${server}/features/posts/read/present-post.ts`]: ['feed_tags_enable'],
  [`${server}/features/posts/write/documented-post.ts`]: ['model_id'],
} as const satisfies Readonly<Record<string, readonly SettingKey[]>>;
