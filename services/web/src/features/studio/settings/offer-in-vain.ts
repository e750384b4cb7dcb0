import { isOfferInVain } from '@backlot/domain/memberships/offer-in-vain';
import type { SettingKey } from '@backlot/domain/settings';
import { readSetting, type SettingValues } from '../../../lib/settings.ts';

type Terms = Parameters<typeof isOfferInVain>[0];

const asked = [
  'membership_price',
  'recurring_membership_price',
  'returning_membership_price',
  'returning_recurring_membership_price',
  'resubscribe_offer_settings.is_enabled',
  'resubscribe_offer.for_subscribers_only',
  'resubscribe_offer.give_free_month_subscription',
  'resubscribe_offer.recurring_price',
  'resubscribe_offer.promo_banner_text',
] as const satisfies readonly (SettingKey & keyof Terms)[];

/** Whether a change of the resubscribe offer makes one that nobody would be shown. Values are valid by themselves. */
export function makesOfferInVain(values: SettingValues, edits: Readonly<Record<string, unknown>>): boolean {
  if (!Object.keys(edits).some((key) => key.startsWith('resubscribe_offer'))) return false;
  const terms = Object.fromEntries(asked.map((key) => [key, key in edits ? edits[key] : readSetting(values, key)]));
  return isOfferInVain({ ...terms, enable_promotion: false, enable_coupons: false, currency: '' } as Terms);
}
