import { DomainError, type BodyOf } from '@backlot/contracts';
import type { subscribe as subscribeCall } from '@backlot/contracts/memberships';
import type { migrateForUser } from '@backlot/contracts/migration';
import type { resubscribe as resubscribeCall } from '@backlot/contracts/resubscribe-offer';
import type { CallRequest } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { requireSameSender } from '../../narrowed.ts';
import { tryCode } from '../coupons/index.ts';
import { cardOf, pay, payFromWallet, type Consent, type PurchaseOutcome } from '../checkout/index.ts';
import { soldMigration } from './migration/sold-migration.ts';
import { actOfMembership, soldMembership } from './sold-membership.ts';
import { membershipStatusOf } from './membership-of.ts';
import { soldTakeUp } from './sold-take-up.ts';

/**
 * Buys a membership at the very price that was quoted, after consent to its terms (C13).
 * @throws consent-required, not-found for another's userId, already-subscribed, price-changed and what `tryCode` and `pay` refuse
 */
export async function buyMembership(
  ctx: AppContext,
  request: CallRequest<typeof subscribeCall>,
): Promise<PurchaseOutcome> {
  const {
    human_check: humanCheck,
    card_consent: cardConsent,
    supply_consent: supplyConsent,
    ...body
  }: BodyOf<typeof subscribeCall> = request.body;
  requireSameSender(request, { userId: body.userId });
  const consent = requireConsent(body);
  const purchase = {
    asked: body,
    consent,
    act: actOfMembership(body),
    card: cardOf(request),
    isOtherCard: body.another_card,
    cardConsent,
    supplyConsent,
    humanCheck,
  };
  // A check that comes with it is the card's.
  const trying = { ...request, typed: body.coupon_code, humanCheck: null };
  return tryCode(ctx, trying, () => pay(ctx, request, soldMembership, purchase));
}

/**
 * The resubscribe offer with a card, on the provider's page or with the wallet: a membership that begins, or a cancelled one
 * that goes on with the card on file.
 * @throws not-found for another's userId, consent-required, card-not-taken for one that is not asked for,
 * resubscribe-offer-gone, card-required, resubscribe-add-funds for an empty wallet (SUB-19), wallet-low and what `pay` refuses
 */
export async function resubscribe(
  ctx: AppContext,
  request: CallRequest<typeof resubscribeCall>,
): Promise<PurchaseOutcome> {
  const { body, tenant, actor, now } = request;
  const { quote_id, from_wallet: isFromWallet = false, human_check: humanCheck, card_consent: cardConsent } = body;
  const { supply_consent: supplyConsent } = body;
  requireSameSender(request, { userId: body.userId });
  const consent = requireConsent(body);
  const card = cardOf(request);
  const status = await ctx.database.tenants.read(tenant, (db) => membershipStatusOf(db, actor.userId, now));
  const isTakenUp = status === '1';
  // Who typed a card means to pay with that one, and no other may be charged for it.
  if (card !== null && (isFromWallet || isTakenUp)) throw new DomainError('card-not-taken');
  const purchase = {
    // Another card is another request than the one that was declined.
    asked: { quote_id, isResubscribing: true as const, ...(card === null ? {} : { token: card.token }) },
    act: [],
    call: 'resubscribe',
    consent,
    supplyConsent,
  };
  const buy = (sold: typeof soldTakeUp | typeof soldMembership): Promise<PurchaseOutcome> =>
    isFromWallet
      ? payFromWallet(ctx, request, sold, { ...purchase, whenEmpty: 'resubscribe-add-funds' })
      : pay(ctx, request, sold, { ...purchase, card, cardConsent, humanCheck });
  return buy(isTakenUp ? soldTakeUp : soldMembership);
}

/**
 * Going on with the account that the site uses now: one period more, at the membership's own price.
 * @throws not-found for another's userId, consent-required, migration-over, price-changed, card-required, wallet-low and what `pay` refuses
 */
export async function goOnWithAnotherAccount(
  ctx: AppContext,
  request: CallRequest<typeof migrateForUser>,
): Promise<PurchaseOutcome> {
  const { quote_id, another_card: isOtherCard, from_wallet, human_check: humanCheck } = request.body;
  const { card_consent: cardConsent } = request.body;
  requireSameSender(request, { userId: request.body.userId });
  const consent = requireConsent(request.body);
  // Another card is another request than the one that was declined.
  const asked = { quote_id, ...(isOtherCard === true ? { another_card: true } : {}) };
  const purchase = { asked, act: ['migration'], consent };
  const card = cardOf(request);
  if (card !== null && from_wallet === true) throw new DomainError('card-not-taken');
  return from_wallet === true
    ? payFromWallet(ctx, request, soldMigration, purchase)
    : pay(ctx, request, soldMigration, {
        ...purchase,
        card,
        isOtherCard,
        cardConsent,
        humanCheck,
      });
}

/** In the documents' form the button itself says it. @throws consent-required */
function requireConsent(body: {
  readonly consent?: boolean | undefined;
  readonly quote_id?: string | undefined;
}): Consent {
  if (!(body.consent ?? body.quote_id === undefined))
    throw new DomainError('consent-required', {}, { fields: [{ field: 'consent', code: 'consent-required' }] });
  return body.consent === undefined ? 'pressed' : 'ticked';
}
