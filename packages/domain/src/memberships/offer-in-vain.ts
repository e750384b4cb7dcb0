import { isSaving, membershipBase, type PriceSettings } from '../money/price.ts';
import { offerOfSite, pricesOf, type ResubscribeSettings } from './resubscribe-offer.ts';

/** Whether the site makes a resubscribe offer at which nobody whom it is for would pay less. */
export function isOfferInVain(settings: PriceSettings & ResubscribeSettings): boolean {
  const offer = offerOfSite(settings);
  if (offer === null) return false;
  const bases = [true, ...(offer.forSubscribersOnly ? [] : [false])].map((isReturning) =>
    membershipBase(settings, isReturning),
  );
  return !bases.some((base) => isSaving(pricesOf(offer), base));
}
