import { queryKeys } from '@backlot/contracts/bootstrap';
import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import type { PromotionView } from '@backlot/contracts/promotions';
import type { Settings } from '@backlot/domain/settings';
import { person, type bootstrapOf } from '../testing/fixture.ts';

type Given = NonNullable<Parameters<typeof bootstrapOf>[0]>;
type Row = readonly [key: keyof Settings, value: unknown, seen: string | RegExp, given: Given];

const site = 'abcdefghijkl';
const endsAt = new Date(Date.now() + 3_600_000).toISOString();

const promotion: PromotionView = {
  _id: '01900000-0000-7000-8000-0000000000aa',
  type: 'SUBSCRIPTION',
  applicable_to: 'ALL_USERS',
  ribbon_text: 'Half off',
  ends_at: endsAt,
  date_expire: endsAt,
  is_repeat_promotion: false,
  discount_percentage: null,
  subscription_initial_amount: 5,
  subscription_recurring_amount: 9,
  initial_period: 30,
  is_trial_offer: false,
  currency: 'USD',
  timezone: 'UTC',
};
export const quote: ResubscribeOfferView['quote'] = {
  quote_id: 'q',
  currency: 'USD',
  initial_amount: 5,
  recurring_amount: 5,
  original_initial_amount: 9,
  original_recurring_amount: 9,
  reason: 'resubscribe',
  coupon_code: null,
  promotion_id: null,
  first_period: { unit: 'month', count: 1 },
  is_free: false,
  first_charge_at: endsAt,
  next_charge_at: endsAt,
  wallet_next_charge_at: endsAt,
  renewal_days: null,
  statement_descriptor: '',
  merchant_name: '',
  opens_posts: 0,
};
const offer: ResubscribeOfferView = {
  for_subscribers_only: true,
  give_free_month_subscription: 0,
  recurring_price: 5,
  promo_banner_text: 'Come home',
  offer_id: '0-500-USD',
  quote,
};

const announced: Given = {
  path: '/faq',
  viewer: person(),
  settings: {
    'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers': true,
    'announcement_banner_settings.non_subscriber_announcement_banner_text': 'Kiln opens',
  },
};
const promoted = (more: Partial<PromotionView> = {}): Given => ({
  path: '/home',
  queries: [{ key: queryKeys.promotion(site), data: { ...promotion, ...more } }],
});
const offered = (isOn = true): Given => ({
  path: '/faq',
  viewer: person({ isSubscribedEver: true }),
  settings: { 'resubscribe_offer_settings.is_enabled': isOn },
  queries: [{ key: queryKeys.resubscribeOffer(site), data: offer }],
});

const comesIn = (object: string, given: Given): readonly Row[] =>
  (
    [
      [`${object}.ribbon_animation`, 'bounceIn', 'data-animation="bounceIn"', given],
      [`${object}.animation_delay`, 250, '--ribbon-delay:250ms', given],
      [`${object}.animation_duration`, 700, '--ribbon-duration:700ms', given],
    ] as const
  ).map((row) => row as unknown as Row);

/** Looks and places of the ribbons, each seen in the page that has it. */
export const ribbonRows: readonly Row[] = [
  ['announcement_banner_settings.ribbon_background_color', '#203040', '--ribbon-ground:#203040', announced],
  ['announcement_banner_settings.promo_text_color', '#fafbfc', '--ribbon-ink:#fafbfc', announced],
  ['announcement_banner_settings.promo_text_font', 'Fraunces', /--ribbon-font:[^"]*?Fraunces/, announced],
  ['announcement_banner_settings.promo_text_font_size', '11px|12px|13px|14px', '--ribbon-size-1:11px', announced],
  ['announcement_banner_settings.ribbon_padding_top', '7px', '--ribbon-top:7px', announced],
  ['announcement_banner_settings.ribbon_padding_bottom', '8px', '--ribbon-bottom:8px', announced],
  ...comesIn('announcement_banner_settings', announced),
  ['resubscribe_offer_settings.is_enabled', true, 'Come home', offered(false)],
  ['resubscribe_offer_settings.ribbon_background_color', '#203040', '--ribbon-ground:#203040', offered()],
  ['resubscribe_offer_settings.text_color', '#fafbfc', '--ribbon-ink:#fafbfc', offered()],
  ['resubscribe_offer_settings.button_color', '#102030', '--ribbon-button:#102030', offered()],
  [
    'resubscribe_offer_settings.button_font_color',
    '#fafbfc',
    '--ribbon-button-ink:#fafbfc',
    {
      ...offered(),
      settings: { ...offered().settings, 'resubscribe_offer_settings.button_color': '#102030' },
    },
  ],
  ['resubscribe_offer_settings.text_font', 'Fraunces', /--ribbon-font:[^"]*?Fraunces/, offered()],
  ...comesIn('resubscribe_offer_settings', offered()),
  ['promotion_settings.ribbon_background_color', '#203040', '--ribbon-ground:#203040', promoted()],
  ['promotion_settings.promo_text_color', '#fafbfc', '--ribbon-ink:#fafbfc', promoted()],
  ['promotion_settings.time_text_color', '#fafbfc', '--ribbon-time-ink:#fafbfc', promoted()],
  ['promotion_settings.promo_text_font', 'Fraunces', /--ribbon-font:[^"]*?Fraunces/, promoted()],
  ['promotion_settings.time_font', 'Fraunces', /--ribbon-time-font:[^"]*?Fraunces/, promoted()],
  ['promotion_settings.promo_text_font_size', '11px|12px|13px|14px', '--ribbon-size-1:11px', promoted()],
  ['promotion_settings.time_font_size', '11px|12px|13px|14px', '--ribbon-time-size-1:11px', promoted()],
  ['promotion_settings.ribbon_padding_top', '7px', '--ribbon-top:7px', promoted()],
  ['promotion_settings.ribbon_padding_bottom', '8px', '--ribbon-bottom:8px', promoted()],
  ...comesIn('promotion_settings', promoted()),
  ['promotion_settings.price_strike_through_color', '#b00020', '--struck:#', promoted()],
  [
    'promotion_settings.subscription_promotion_ribbon_position',
    'above hero',
    /class="navbar"[\s\S]*class="ribbon"/,
    promoted(),
  ],
  [
    'promotion_settings.locked_content_promotion_ribbon_position',
    'above hero',
    /class="navbar"[\s\S]*class="ribbon"/,
    { ...promoted({ type: 'LOCKED_CONTENT' }), viewer: person({ ccbillSubscriptionStatus: '2' }) },
  ],
];
