import { DomainError, type BodyOf } from '@backlot/contracts';
import type { subscribe } from '@backlot/contracts/memberships';
import type { purchaseFromWallet } from '@backlot/contracts/wallet';
import { couponCodeOf } from '@backlot/domain/money/coupon';
import { firstTerm, termEnd } from '@backlot/domain/memberships/period';
import { providerDayAfter } from '@backlot/domain/memberships/provider-days';
import { fromWire, toWire } from '@backlot/domain/money/money';
import { isPromotionGone, type Period } from '@backlot/domain/money/price';
import { asPerson } from '../../actor.ts';
import type { CallRequest } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { markSubscribed } from '../accounts/index.ts';
import {
  cardTaking,
  payFromWallet,
  type Delivered,
  type Draft,
  type Drafting,
  type PurchaseOutcome,
  type Sellable,
} from '../checkout/index.ts';
import { addNotification } from '../notifications/index.ts';
import { findCoupon, refusedCoupon, tryCode } from '../coupons/index.ts';
import { listFreePeriodsHad, promotionsForSale } from '../promotions/index.ts';
import { causeOf, findResubscribeOffer } from '../resubscribe/index.ts';
import { endRefundedMembership, membershipPaidBy } from './end-membership.ts';
import { membershipOf, membershipStanding, membershipStatusOf } from './membership-of.ts';
import { causeTerms, priceCauseOf, reserveOffer, type PriceCause } from './price-cause.ts';
import { quoteFor, quoteId } from './quote.ts';
import { retryWithCard } from './rebill/retry-with-card.ts';
import { seriesTerms } from './series/series-terms.ts';
import { applySeriesEvent } from './series/apply-series-event.ts';
import { settleSeries } from './series/settle-series.ts';
import { startMembership } from './start-membership.ts';
import { hasWithdrawnSince } from './subscription-events.ts';
import type { SubscriptionRow } from './subscription-rows.ts';

type Asked = BodyOf<typeof subscribe> & {
  /** By the resubscribe offer or not at all. */
  readonly isResubscribing?: true;
};

export const soldMembership: Sellable<Asked> = {
  kind: 'membership',
  revenue: 'membership_revenue',
  earning: 'over-time',
  draft: draftMembership,
  async whyUndeliverable(db, { user_id: userId, created_at: askedAt }, now) {
    if ((await membershipStatusOf(db, userId, now)) !== '0')
      return { reason: 'owned-already', refusal: 'already-subscribed' };
    // An order of before, of which nobody knew whether it was charged: it must not begin what its buyer withdrew from.
    return askedAt !== undefined && (await hasWithdrawnSince(db, userId, askedAt))
      ? { reason: 'cancelled-meanwhile', refusal: 'not-subscribed' }
      : null;
  },
  reserve: reserveOffer,
  async deliver(
    db,
    { user_id: userId, amount_minor: initialMinor, currency, quote, created_at: askedAt },
    { provider, accountId, transactionId, instrumentId = null, series, now },
  ) {
    // Intents from before the zone was kept counted in UTC.
    const { recurringMinor = 0, firstPeriod = null, timeZone = 'UTC', priceCause = null } = quote as Terms;
    const bought = {
      userId,
      initialMinor,
      recurringMinor,
      currency,
      firstPeriod,
      timeZone,
      priceCause,
      provider,
      accountId,
      transactionId,
      instrumentId,
      series: series ?? null,
      askedAt,
      now,
    };
    const membership = await startMembership(db, bought);
    await markSubscribed(db, userId, now);
    await addNotification(db, { kind: 'subscription', userId, now });
    return nextOf(membership);
  },
  following(terms, providerZone, now) {
    const { recurringMinor = 0, firstPeriod = null, timeZone = 'UTC' } = terms as Terms;
    const series = seriesTerms({ recurringMinor, firstPeriod });
    if (!series.series || firstPeriod === null) return { isRecurring: recurringMinor > 0, later: null };
    const at =
      providerZone === null
        ? termEnd(firstTerm(now, firstPeriod, timeZone))
        : providerDayAfter(now, series.series.firstDays, providerZone, timeZone);
    const days = providerZone === null ? null : series.series.laterDays;
    return { isRecurring: true, ...series, later: { amountMinor: recurringMinor, at, days } };
  },
  stands: membershipPaidBy,
  withdraw: (db, { user_id: userId }, { transactionId, kind, isWhole, now }) =>
    endRefundedMembership(db, {
      userId,
      transactionId,
      kind: kind === 'refund' ? 'refunded' : 'charged_back',
      isWhole,
      now,
    }),
  present: {
    name: 'membership',
    receipt: { text: 'mail-receipt-membership', button: 'profile-title', path: '/profile', isCancellable: true },
    takenBack: { closed: 'mail-back-membership-ended', stopped: 'mail-back-renewal-stopped' },
    standing: membershipStanding,
  },
  fromWallet: { paymentFor: 'membership', buy: buyMembershipFromWallet },
  later: {
    canAddCard: (ctx, settings) => cardTaking(ctx, settings)?.entry === 'field',
    cardStays: 'card-renews-membership',
    cardChanged: retryWithCard,
    applySeriesEvent,
    settle: settleSeries,
    async next(db, userId, now) {
      const { nextBillingAt, accountId, recurringMinor } = await membershipOf(db, userId, now);
      return nextBillingAt === null || accountId === null ? null : { accountId, amountMinor: recurringMinor };
    },
  },
};

/** @throws consent-required, wallet-low, what `tryCode` and the draft refuse */
function buyMembershipFromWallet(
  ctx: AppContext,
  request: CallRequest<typeof purchaseFromWallet>,
): Promise<PurchaseOutcome> {
  const { quote_id, consent, amount, coupon_code, promotion_id, is_promotion_applied } = request.body;
  const { supply_consent: supplyConsent } = request.body;
  if (consent !== true)
    throw new DomainError('consent-required', {}, { fields: [{ field: 'consent', code: 'consent-required' }] });
  const asked = {
    ...(quote_id === undefined ? {} : { quote_id }),
    ...(amount === undefined ? {} : { amount }),
    ...(coupon_code === undefined ? {} : { coupon_code }),
    ...(promotion_id === undefined ? {} : { promotion_id }),
    ...(is_promotion_applied === undefined ? {} : { is_promotion_applied }),
  };
  const purchase = { asked, act: actOfMembership(asked), consent: 'ticked', supplyConsent } as const;
  return tryCode(ctx, { ...request, typed: coupon_code, humanCheck: null }, () =>
    payFromWallet(ctx, request, soldMembership, purchase),
  );
}

/** What names a purchase of a membership, whatever it is paid with. */
export const actOfMembership = (asked: Pick<Asked, 'amount' | 'coupon_code'>): readonly unknown[] => [
  asked.amount ?? null,
  ...(asked.coupon_code ? [couponCodeOf(asked.coupon_code)] : []),
];

/** What a purchase keeps of the terms that the buyer saw. */
export interface Terms {
  readonly recurringMinor?: number;
  readonly firstPeriod?: Period | null;
  readonly timeZone?: string;
  /** What makes the price another than the site's own. */
  readonly priceCause?: PriceCause | null;
}

async function draftMembership(
  asked: Asked,
  { ctx, db, tenant, actor, buyer, settings, now }: Drafting,
): Promise<Draft> {
  const status = await membershipStatusOf(db, actor.userId, now);
  // A cancelled membership that still runs is taken up again, not bought twice.
  if (status !== '0') throw new DomainError('already-subscribed');
  const code = asked.coupon_code?.trim() ?? '';
  const found = code === '' ? undefined : await findCoupon(db, code, actor.userId);
  const promotions = await promotionsForSale(ctx, db, tenant);
  // The buyer is held: an order of theirs that is under way counts.
  const freePeriodsHad = await listFreePeriodsHad(db, actor.userId, promotions);
  const viewer = { person: asPerson(actor, status), isSubscribedEver: buyer.isSubscribedEver, freePeriodsHad };
  const resubscribeOffer = await findResubscribeOffer(ctx, db, settings, { ...viewer, userId: actor.userId });
  const quote = quoteFor(settings, viewer, now, { coupon: found && found.coupon, promotions, resubscribeOffer });
  if (quote.couponRefusal) throw refusedCoupon(quote.couponRefusal);
  if (asked.isResubscribing && quote.reason !== 'resubscribe') throw new DomainError('resubscribe-offer-gone');
  const isMoved =
    (asked.quote_id !== undefined && quoteId(ctx, tenant, quote) !== asked.quote_id) ||
    (asked.amount !== undefined && fromWire(asked.amount) !== quote.initialMinor);
  const isGone = isPromotionGone(asked, quote);
  if (isMoved || isGone)
    throw new DomainError(
      // One whose free period they had goes on for others.
      isGone && !freePeriodsHad.includes(asked.promotion_id ?? '') ? 'promotion-expired' : 'price-changed',
      {},
      {
        details: {
          quote_id: quoteId(ctx, tenant, quote),
          initial_amount: toWire(quote.initialMinor),
          recurring_amount: toWire(quote.recurringMinor),
        },
      },
    );
  const cause = priceCauseOf(quote, {
    coupon: found?.cause ?? null,
    resubscribe: resubscribeOffer && causeOf(resubscribeOffer, settings),
  });
  const terms: Terms = {
    recurringMinor: quote.recurringMinor,
    firstPeriod: quote.firstPeriod,
    timeZone: settings.timezone,
  };
  return {
    contentId: null,
    amountMinor: quote.initialMinor,
    currency: quote.currency,
    isRecurring: quote.recurringMinor > 0,
    ...seriesTerms(quote),
    quote: {
      reason: quote.reason,
      ...terms,
      ...causeTerms(cause, quote.initialMinor, cause?.baseInitialMinor ?? quote.baseInitialMinor),
      descriptor: settings.statement_descriptor || tenant.slug,
    },
  };
}

/** For the receipt: what the membership will charge next. */
export const nextOf = (membership: SubscriptionRow | null): Delivered => ({
  next: membership?.next_billing_at
    ? { amountMinor: membership.recurring_minor, at: membership.next_billing_at }
    : null,
  until: membership?.ends_at ?? null,
});
