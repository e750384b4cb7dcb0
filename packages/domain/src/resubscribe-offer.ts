import type { Minor } from './money.ts';
import type { Viewer } from './roles.ts';
import { isAdmin } from './roles.ts';

export interface ResubscribeOffer {
  /** Only for people who were members here before. */
  readonly forSubscribersOnly: boolean;
  /** `give_free_month_subscription`: 0 none, −1 for ever, n months (SUB-21). */
  readonly freeMonths: number;
  readonly recurringMinor: Minor;
  readonly bannerText?: string;
}

/** SUB-13: not for admins, not for active members; and for former members only, where the offer says so. */
export function isOfferFor(
  offer: ResubscribeOffer, viewer: { readonly person: Viewer; readonly isSubscribedEver: boolean },
): boolean {
  const { person } = viewer;
  if (!person || isAdmin(person) || person.status === '2') return false;
  return !offer.forSubscribersOnly || viewer.isSubscribedEver;
}

/** SUB-14: whether the client asks for the offer at all. */
export const isOfferChecked = (
  person: Viewer, settings: { readonly 'resubscribe_offer_settings.is_enabled': boolean; readonly enable_ccbill_rest_api: boolean },
): boolean =>
  person !== null && !isAdmin(person) && person.status !== '2'
  && settings['resubscribe_offer_settings.is_enabled'] && settings.enable_ccbill_rest_api;

/** SUB-15, SUB-16: the button resubscribes at once, or leads to /subscribe. */
export const offerButton = (offer: ResubscribeOffer): 'resubscribe' | '/subscribe' =>
  (offer.forSubscribersOnly ? 'resubscribe' : '/subscribe');

/** SUB-19: with a crypto wallet an empty balance is sent to add funds. */
export const resubscribeRefusal = (paysFromWallet: boolean, balance: Minor): 'resubscribe-add-funds' | null =>
  (paysFromWallet && balance <= 0 ? 'resubscribe-add-funds' : null);
