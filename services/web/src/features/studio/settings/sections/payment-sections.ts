import type { SettingSection } from './section-types.ts';

const group = 'set-group-selling';

/** How a site is paid: its providers and what guards them. */
export const paymentSections: readonly SettingSection[] = [
  {
    id: 'payment',
    page: 'payment',
    group,
    text: 'set-section-payment',
    help: 'set-section-payment-help',
    blocks: [{ id: 'payment', keys: ['card_entry', 'second_card_provider'] }],
  },
  {
    id: 'sticky-io',
    page: 'sticky-io',
    group,
    text: 'set-section-sticky-io',
    help: 'set-section-sticky-io-help',
    blocks: [
      {
        id: 'sticky-io',
        switch: 'is_sticky_io_enabled',
        keys: [
          'is_sticky_io_enabled',
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
      },
    ],
  },
  {
    id: 'card-billing',
    page: 'card-billing',
    group,
    text: 'set-section-card-billing',
    help: 'set-section-card-billing-help',
    blocks: [
      {
        id: 'ccbill',
        keys: [
          'ccbill_settings.account_number',
          'ccbill_settings.sub_account',
          'ccbill_settings.form_name',
          'ccbill_settings.salt',
          'ccbill_settings.data_link_user',
          'ccbill_settings.data_link_password',
        ],
      },
      {
        id: 'ccbill-rest',
        text: 'set-block-ccbill-rest',
        switch: 'enable_ccbill_rest_api',
        keys: ['enable_ccbill_rest_api', 'ccbill_settings.client_id', 'ccbill_settings.client_secret'],
      },
    ],
  },
  {
    id: 'crypto',
    page: 'crypto',
    group,
    text: 'set-section-crypto',
    help: 'set-section-crypto-help',
    blocks: [
      {
        id: 'crypto',
        switch: 'is_crypto_payment_enabled',
        keys: [
          'is_crypto_payment_enabled',
          'enable_forumpay_payment_live_mode',
          'forumpay_settings.user',
          'forumpay_settings.secret',
          'forumpay_settings.pos_id',
        ],
      },
    ],
  },
  {
    id: 'risk',
    page: 'purchase-limits',
    group,
    text: 'set-section-risk',
    help: 'set-section-risk-help',
    blocks: [
      {
        id: 'limits',
        keys: ['transaction_limit_without_photo_id', 'card_attempts_before_check', 'chargeback_fee_amount'],
      },
      { id: 'brake', text: 'set-block-card-brake', keys: ['card_brake', 'card_brake_share'] },
    ],
  },
  {
    id: 'recaptcha',
    page: 'recaptcha',
    group,
    text: 'set-section-recaptcha',
    help: 'set-section-recaptcha-help',
    blocks: [
      {
        id: 'recaptcha',
        switch: 'is_recaptcha_enabled',
        keys: ['is_recaptcha_enabled', 'recaptcha_site_key', 'recaptcha_secret_key'],
      },
    ],
  },
];
