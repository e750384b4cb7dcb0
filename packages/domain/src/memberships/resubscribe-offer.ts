import type { Minor } from '../money/money.ts';
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

/** SUB-13: not for admins, not for active members; and for former members only, where the offer says so. */
export function isOfferFor(
  offer: ResubscribeOffer,
  viewer: { readonly person: Viewer; readonly isSubscribedEver: boolean },
): boolean {
  const { person } = viewer;
  if (!person || isAdmin(person) || person.status === '2') return false;
  return !offer.forSubscribersOnly || viewer.isSubscribedEver;
}
