import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { isOfferFor, offerOfSite, type ResubscribeOffer } from '@backlot/domain/memberships/resubscribe-offer';
import type { Viewer } from '@backlot/domain/people/roles';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import { hasTaken, insertUse, type TakenTerms } from './resubscribe-rows.ts';

/** What made a price, as purchases and memberships keep it. */
export interface ResubscribeCause {
  /** -1 for ever. */
  readonly freeMonths: number;
  readonly recurringMinor: number;
  readonly currency: string;
}

interface Asking {
  readonly person: Viewer;
  readonly isSubscribedEver: boolean;
  /** Null for guests. */
  readonly userId: string | null;
}

/**
 * The offer that somebody may take (SUB-13, SUB-14): once for each of its terms, so that nobody lives on free months.
 * Null where the site makes none, or its provider charges no card on file.
 */
export async function findResubscribeOffer(
  { providers }: Pick<AppContext, 'providers'>,
  db: TenantDb,
  settings: Settings,
  { userId, ...viewer }: Asking,
): Promise<ResubscribeOffer | null> {
  const offer = offerOfSite(settings);
  if (offer === null || userId === null || !isOfferFor(offer, viewer)) return null;
  const choice = providers.choose(settings);
  if (choice.driver === null || choice.mode === 'newRegisterPage') return null;
  return (await hasTaken(db, userId, termsOf(causeOf(offer, settings)))) ? null : offer;
}

export const causeOf = (
  { freeMonths, recurringMinor }: ResubscribeOffer,
  { currency }: Pick<Settings, 'currency'>,
): ResubscribeCause => ({ freeMonths, recurringMinor, currency });

/** Names the terms: the same ones have the same. */
export const offerId = ({ freeMonths, recurringMinor, currency }: ResubscribeCause): string =>
  `${freeMonths}-${recurringMinor}-${currency}`;

const termsOf = ({ freeMonths, recurringMinor, currency }: ResubscribeCause): TakenTerms => ({
  free_months: freeMonths,
  recurring_minor: recurringMinor,
  currency,
});

/** A payment at the offer's price, or a membership that it begins without one. */
interface PricedPayment {
  readonly intentId: string;
  readonly userId: string;
  readonly cause: ResubscribeCause;
  readonly savedMinor: number;
  readonly now: Date;
}

/** Takes the offer for a purchase that begins; the buyer is held. @throws resubscribe-offer-gone for one who took it before */
export async function takeResubscribeOffer(db: TenantDb, payment: PricedPayment): Promise<void> {
  if (await hasTaken(db, payment.userId, termsOf(payment.cause), payment.intentId))
    throw new DomainError('resubscribe-offer-gone');
  await insertUse(db, rowOf(payment, false));
}

/** A renewal at the price that the offer gave. */
export const noteResubscribeRenewal = (db: TenantDb, payment: PricedPayment): Promise<void> =>
  insertUse(db, rowOf(payment, true));

const rowOf = ({ intentId, userId, cause, savedMinor, now }: PricedPayment, isRenewal: boolean) => ({
  intent_id: intentId,
  user_id: userId,
  is_renewal: isRenewal,
  ...termsOf(cause),
  saved_minor: savedMinor,
  created_at: now,
});
