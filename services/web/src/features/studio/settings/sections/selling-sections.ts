import type { SettingSection } from './section-types.ts';

const group = 'set-group-selling';

export const sellingSections: readonly SettingSection[] = [
  {
    id: 'prices',
    page: 'membership-price',
    group,
    text: 'set-section-prices',
    help: 'set-section-prices-help',
    blocks: [
      { id: 'new', text: 'set-block-new-members', keys: ['membership_price', 'recurring_membership_price'] },
      {
        id: 'returning',
        text: 'set-block-returning-members',
        keys: ['returning_membership_price', 'returning_recurring_membership_price'],
      },
      { id: 'renewals', text: 'set-block-renewals', keys: ['renewal_reminder_days'] },
    ],
  },
  {
    id: 'coupons',
    page: 'coupon',
    group,
    text: 'set-section-coupons',
    help: 'set-section-coupons-help',
    blocks: [{ id: 'coupons', switch: 'enable_coupons', keys: ['enable_coupons', 'display_coupon_box_to_user'] }],
  },
  {
    id: 'promotions',
    page: 'promotion',
    group,
    text: 'set-section-promotions',
    help: 'set-section-promotions-help',
    preview: '/home',
    ribbon: 'promotion',
    blocks: [
      { id: 'promotions', switch: 'enable_promotion', keys: ['enable_promotion', 'promotion_default_ribbon_text'] },
      {
        id: 'ribbon',
        text: 'set-block-ribbon',
        keys: [
          'promotion_settings.ribbon_background_color',
          'promotion_settings.promo_text_color',
          'promotion_settings.promo_text_font',
          'promotion_settings.promo_text_font_size',
          'promotion_settings.time_text_color',
          'promotion_settings.time_font',
          'promotion_settings.time_font_size',
          'promotion_settings.ribbon_padding_top',
          'promotion_settings.ribbon_padding_bottom',
          'promotion_settings.ribbon_animation',
          'promotion_settings.animation_delay',
          'promotion_settings.animation_duration',
          'promotion_settings.subscription_promotion_ribbon_position',
          'promotion_settings.locked_content_promotion_ribbon_position',
        ],
      },
      {
        id: 'prices',
        text: 'set-block-promotion-prices',
        keys: ['promotion_settings.price_strike_through_color'],
      },
    ],
  },
  {
    id: 'resubscribe',
    page: 'resubscribe-offer',
    group,
    text: 'set-section-resubscribe',
    help: 'set-section-resubscribe-help',
    preview: '/home',
    ribbon: 'resubscribe',
    blocks: [
      {
        id: 'offer',
        text: 'set-block-resubscribe',
        switch: 'resubscribe_offer_settings.is_enabled',
        keys: [
          'resubscribe_offer_settings.is_enabled',
          'resubscribe_offer.for_subscribers_only',
          'resubscribe_offer.give_free_month_subscription',
          'resubscribe_offer.recurring_price',
          'resubscribe_offer.promo_banner_text',
        ],
      },
      {
        id: 'look',
        text: 'set-block-ribbon',
        keys: [
          'resubscribe_offer_settings.ribbon_background_color',
          'resubscribe_offer_settings.text_color',
          'resubscribe_offer_settings.text_font',
          'resubscribe_offer_settings.button_color',
          'resubscribe_offer_settings.button_font_color',
          'resubscribe_offer_settings.ribbon_animation',
          'resubscribe_offer_settings.animation_delay',
          'resubscribe_offer_settings.animation_duration',
        ],
      },
    ],
  },
  {
    id: 'migration',
    page: 'migrate-subscription',
    group,
    text: 'set-section-migration',
    help: 'set-section-migration-help',
    blocks: [
      {
        id: 'migration',
        switch: 'migrate_subscription.is_enabled',
        keys: [
          'migrate_subscription.is_enabled',
          'migrate_subscription.days_before',
          'migrate_subscription.message_content',
        ],
      },
    ],
  },
  {
    id: 'subscription-mails',
    page: 'subscription-email-notification',
    group,
    text: 'set-section-subscription-mails',
    help: 'set-section-subscription-mails-help',
    blocks: [
      {
        id: 'mails',
        keys: [
          'subscription_email_notification.how_often',
          'subscription_email_notification.new_members',
          'subscription_email_notification.cancellations',
          'subscription_email_notification.failed_renewals',
        ],
      },
    ],
  },
  {
    id: 'purchase-notifications',
    page: 'purchase-notification',
    group,
    text: 'purchase-news-title',
    help: 'set-section-purchase-notifications-help',
    blocks: [
      {
        id: 'told',
        keys: [
          'purchase_notification_settings.how_often',
          'purchase_notification_settings.admins',
          'purchase_notification_settings.content_managers',
          'purchase_notification_settings.support',
        ],
      },
    ],
  },
  {
    id: 'amounts',
    page: 'minimum-and-maximum-amounts',
    group,
    text: 'set-section-amounts',
    help: 'set-section-amounts-help',
    blocks: [
      {
        id: 'amounts',
        keys: [
          'content_unlock_minimum_amount',
          'content_unlock_maximum_amount',
          'tips_minimum_amount',
          'tips_maximum_amount',
        ],
      },
      {
        id: 'funds',
        text: 'set-block-funds',
        keys: [
          'wallet_settings.add_fund_default_options',
          'wallet_settings.add_fund_minimum_amount',
          'wallet_settings.add_fund_maximum_amount',
        ],
      },
    ],
  },
  {
    id: 'cancelling',
    page: 'cancelling',
    group,
    text: 'set-section-cancelling',
    help: 'set-section-cancelling-help',
    blocks: [
      {
        id: 'reasons',
        switch: 'is_cancel_subscription_reason_enabled',
        keys: ['is_cancel_subscription_reason_enabled', 'reason_for_cancellation_popup_title', 'cancellation_reasons'],
      },
    ],
  },
];
