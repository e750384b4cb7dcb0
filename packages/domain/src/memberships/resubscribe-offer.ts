import type { Minor } from '../money/money.ts';
import { minorOf } from '../money/money.ts';
import type { Viewer } from '../people/roles.ts';
import { isAdmin } from '../people/roles.ts';

export interface ResubscribeOffer {
  /** Only for people who were members here before. */
  readonly forSubscribersOnly: boolean;
  /** `give_free_month_subscription`: 0 none, −1 for ever, n months (SUB-21). */
  readonly freeMonths: number;
  readonly recurringMinor: Minor;
  readonly bannerText?: string;
}

/** Part of `Settings`; amounts in dollars. */
export interface ResubscribeSettings {
  readonly 'resubscribe_offer_settings.is_enabled': boolean;
  readonly 'resubscribe_offer.for_subscribers_only': boolean;
  readonly 'resubscribe_offer.give_free_month_subscription': number;
  readonly 'resubscribe_offer.recurring_price': number;
  readonly 'resubscribe_offer.promo_banner_text': string;
}

/** What the site offers, whoever it is for; null while it is off. */
export const offerOfSite = (settings: ResubscribeSettings): ResubscribeOffer | null =>
  settings['resubscribe_offer_settings.is_enabled']
    ? {
        forSubscribersOnly: settings['resubscribe_offer.for_subscribers_only'],
        freeMonths: settings['resubscribe_offer.give_free_month_subscription'],
        recurringMinor: minorOf(settings['resubscribe_offer.recurring_price']),
        bannerText: settings['resubscribe_offer.promo_banner_text'],
      }
    : null;

/** SUB-13: not for admins, not for active members; and for former members only, where the offer says so. */
export function isOfferFor(
  offer: ResubscribeOffer,
  viewer: { readonly person: Viewer; readonly isSubscribedEver: boolean },
): boolean {
  if (!isOfferChecked(viewer.person, true)) return false;
  return !offer.forSubscribersOnly || viewer.isSubscribedEver;
}

/** SUB-13, SUB-14: whose page asks for the offer at all. What it charges with is the server's to know. */
export const isOfferChecked = (viewer: Viewer, isEnabled: boolean): boolean =>
  isEnabled && viewer !== null && !isAdmin(viewer) && viewer.status !== '2';

/** What an offer asks at first and later. */
export const pricesOf = ({ freeMonths, recurringMinor }: ResubscribeOffer): { initial: Minor; recurring: Minor } => ({
  initial: freeMonths === 0 ? recurringMinor : 0,
  recurring: freeMonths === -1 ? 0 : recurringMinor,
});
