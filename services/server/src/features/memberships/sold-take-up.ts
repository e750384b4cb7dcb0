import { DomainError } from '@backlot/contracts';
import type { Sellable } from '../checkout/index.ts';
import { causeOf } from '../resubscribe/index.ts';
import { membershipStatusOf } from './membership-of.ts';
import { causeTerms, reserveOffer, type PriceCause } from './price-cause.ts';
import { nextOf, soldMembership } from './sold-membership.ts';
import { takeUpQuoteId } from './quote.ts';
import { findTakeUp, takeUpMembership } from './take-up.ts';

interface Asked {
  readonly quote_id?: string | undefined;
}

/** Going on with a cancelled membership at the resubscribe offer. It costs nothing now; a card has to be on file for later. */
export const soldTakeUp: Sellable<Asked> = {
  kind: 'resubscription',
  revenue: soldMembership.revenue,
  async draft(asked, { ctx, db, tenant, actor, settings, now }) {
    const taken = await findTakeUp(ctx, db, settings, { actor, now });
    if (taken === null) throw new DomainError('resubscribe-offer-gone');
    if (asked.quote_id !== undefined && asked.quote_id !== takeUpQuoteId(ctx, tenant, taken))
      throw new DomainError('price-changed');
    const { offer, subscription, ...base } = taken;
    const priceCause: PriceCause = { reason: 'resubscribe', ...causeOf(offer, settings), ...base };
    return {
      contentId: null,
      amountMinor: 0,
      currency: settings.currency,
      isRecurring: subscription.recurringMinor > 0,
      quote: {
        reason: 'resubscribe',
        offer,
        // Nothing would have been due today without it either.
        ...causeTerms(priceCause, 0, 0),
        descriptor: settings.statement_descriptor || tenant.slug,
      },
    };
  },
  whyUndeliverable: async (db, { user_id: userId }, now) =>
    (await membershipStatusOf(db, userId, now)) === '1'
      ? null
      : { reason: 'owned-already', refusal: 'resubscribe-offer-gone' },
  reserve: reserveOffer,
  async deliver(db, { user_id: userId, quote }, payment) {
    const terms = quote as unknown as Parameters<typeof takeUpMembership>[2];
    return nextOf(await takeUpMembership(db, userId, terms, payment));
  },
  // Nothing was paid that could go back.
  withdraw: async () => false,
  present: soldMembership.present,
};
