import type { MembershipQuote } from '@backlot/contracts/memberships';
import type { MembershipSupplyConsent, PostSupplyConsent } from '@backlot/contracts/withdrawals';
import { languages } from '@backlot/domain/formats/text';
import { isSubscribed } from '@backlot/domain/people/roles';
import type { Static } from 'typebox';
import { useMe, useSite } from '../../lib/site.tsx';

/** Texts that were agreed to are kept with the purchase: another wording is another version, with an id of its own. */
const ofMembership = 'supply-consent-membership-1';
const ofPost = 'supply-consent-post-1';

const useShownIn = () => {
  const { language } = useSite();
  return languages.find((one) => one === language) ?? 'en';
};

/** What is said of the right to withdraw (C15); null where nothing is paid, and where a membership goes on. */
export function useMembershipSupply(quote: MembershipQuote): Static<typeof MembershipSupplyConsent> | null {
  const language = useShownIn();
  const isMember = isSubscribed(useMe()?.ccbillSubscriptionStatus);
  return quote.is_free || quote.reason === 'migration' || isMember ? null : { text: ofMembership, language };
}

export const usePostSupply = (): Static<typeof PostSupplyConsent> => ({ text: ofPost, language: useShownIn() });
