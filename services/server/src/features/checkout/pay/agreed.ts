import type { Draft } from '../sellable.ts';
import type { Consent, GivenConsent } from '../stored-quote.ts';

interface AgreedBesides {
  readonly cardConsent?: GivenConsent | null;
  readonly supplyConsent?: GivenConsent | null;
}

/** The draft with how the buyer agreed to it, to the keeping of their card, and to be given it at once. */
export const agreed = (
  draft: Draft,
  consent: Consent | undefined,
  { cardConsent = null, supplyConsent = null }: AgreedBesides = {},
): Draft => ({
  ...draft,
  quote: {
    ...draft.quote,
    ...(consent === undefined ? {} : { consent }),
    ...(cardConsent === null ? {} : { cardConsent }),
    ...(supplyConsent === null ? {} : { supplyConsent }),
  },
});
