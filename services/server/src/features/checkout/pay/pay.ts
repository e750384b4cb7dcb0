import { DomainError, type CallDefinition } from '@backlot/contracts';
import type { HumanCheck } from '@backlot/contracts/human-check';
import type { CardConsent } from '@backlot/contracts/cards';
import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { Static } from 'typebox';
import { actOf } from '../../../act.ts';
import type { Actor } from '../../../actor.ts';
import type { CallRequest } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { getLiveBuyerAnd } from '../../accounts/index.ts';
import { lockBuyerWithNext } from '../../ledger/index.ts';
import { givenCardConsent, givenConsent } from '../cards/card-consent.ts';
import type { TypedCard } from '../cards/card-payment.ts';
import { tryCard } from '../cards/card-tries.ts';
import { agreed } from './agreed.ts';
import { sendCharge, type OpenCharge } from './charge.ts';
import { deliver } from '../settle/deliver.ts';
import { findAccountAndCard, keepCard, type AccountAndCard } from '../cards/instrument-rows.ts';
import { intendedOf, settleIntent } from '../intent-rows.ts';
import { keepFirstCard, type FirstCard } from '../cards/keep-first-card.ts';
import { chosenFor, isStillChosen, keepsCards } from '../provider-accounts/open-account.ts';
import { isTypedOnPage, openCustomerCharge } from './open-customer-charge.ts';
import { openIntent } from './open-intent.ts';
import { requireWithinLimit } from './purchase-limit.ts';
import type { Intended, Sellable } from '../sellable.ts';
import type { Consent } from '../stored-quote.ts';
import type { InstrumentRow } from '../tables.ts';
import { earlierIntent, presentPurchase, purchaseOutcome, repeated, type PurchaseOutcome } from './purchase-outcome.ts';

interface ShownConsent {
  readonly text: string;
  readonly language: string;
}

/** A call by which somebody buys. */
export type BuyersCall = Pick<
  CallRequest<CallDefinition>,
  'tenant' | 'idempotencyKey' | 'address' | 'userAgent' | 'deviceId' | 'now' | 'pageBase' | 'language'
> & { readonly actor: Actor };

export interface Purchase<Asked> {
  /** What the call says: the same key with anything else is refused. */
  readonly asked: Asked;
  /** Of it, what names the thing and its price: a call without a key joins a purchase of the same (`earlierIntent`). */
  readonly act: readonly unknown[];
  /** Names the call where it sells one of several kinds: sent again after it succeeded it would sell another. */
  readonly call?: string;
  /** Kept with the purchase, for whoever has to prove it. */
  readonly consent?: Consent;
  readonly card: TypedCard | null;
  /** The card on file is not charged: the buyer types another one, if not here then on the provider's page. */
  readonly isOtherCard?: boolean | undefined;
  /** What was shown of keeping it, to whoever types a card here or on the provider's page. */
  readonly cardConsent?: Static<typeof CardConsent> | undefined;
  /** What was shown of the right to withdraw, to whoever asks for it at once (C15). */
  readonly supplyConsent?: ShownConsent | undefined;
  /** Asked for after many declined cards and while the brake is on (`tryCard`). */
  readonly humanCheck?: HumanCheck | undefined;
}

/**
 * The one checkout. The intent is recorded, the provider is asked outside any transaction, the outcome is recorded with
 * ledger and access in one transaction. The same key, or without keys the same purchase again at once, gives the same answer.
 * @throws content-not-for-sale for what no feature sells, idempotency-key-reused, payment-in-progress, card-required,
 * payments-not-configured, payment-declined, session-ended, what `tryCard` refuses of a card that is typed here or on the
 * provider's page, and what the sellable refuses
 */
export async function pay<Asked>(
  ctx: AppContext,
  request: BuyersCall,
  sold: Sellable<Asked>,
  purchase: Purchase<Asked>,
): Promise<PurchaseOutcome> {
  if (ctx.sells.find(sold.kind) !== sold) throw new DomainError('content-not-for-sale');
  const { tenant, actor, address, deviceId } = request;
  const settings = await ctx.settings.of(tenant);
  const token = purchase.card?.token ?? null;
  const trying = { tenant, actor, address, deviceId, token, settings, humanCheck: purchase.humanCheck };
  const buy = (mayOpenPage: boolean) => payOnce(ctx, request, sold, purchase, settings, mayOpenPage);
  const tried = async (): Promise<PurchaseOutcome> => (await buy(true))!;
  if (purchase.card !== null)
    return tryCard(ctx, trying, tried, ({ state, intent_id: id }) => (state === 'pending' ? id : null));
  // Most pages that are opened are paid on: a decline there is counted when it is reported (`countDeclined`).
  return (await buy(false)) ?? tryCard(ctx, trying, tried);
}

/** Null, and nothing is written, where the payer would be led to the provider's page and `mayOpenPage` is false. */
async function payOnce<Asked>(
  ctx: AppContext,
  request: BuyersCall,
  sold: Sellable<Asked>,
  purchase: Purchase<Asked>,
  settings: Settings,
  mayOpenPage: boolean,
): Promise<PurchaseOutcome | null> {
  const recordedAt = performance.now();
  const { tenant, actor, address, deviceId, now } = request;
  const requestHash = actOf(purchase.call ?? sold.kind, purchase.asked);
  const open = (firstCard: FirstCard | null): Promise<Opened | 'card-first' | 'page-first'> =>
    ctx.database.tenants.write(tenant, (db) =>
      openPurchase({ ctx, db, request, sold, purchase, requestHash, settings, firstCard, mayOpenPage }),
    );
  let opened = await open(null);
  if (opened === 'page-first') return null;
  if (opened === 'card-first') {
    const reference = actOf(actor.userId, request.idempotencyKey, requestHash);
    const checking = { reference, actor, address, deviceId };
    opened = (await open(await keepFirstCard(ctx, tenant, settings, purchase.card, checking))) as Opened;
  }
  const { charge } = opened;
  const delivered = charge && (await sendCharge(ctx, tenant, charge, recordedAt));
  // Whoever has just settled it knows what the rows say.
  if (delivered?.standing) return presentPurchase(sold, delivered.intent, delivered.attempt, delivered.standing);
  return purchaseOutcome(ctx, tenant, actor.userId, opened.intentId, now);
}

interface Opened {
  readonly intentId: string;
  readonly charge: OpenCharge | null;
}

interface Opening<Asked> {
  readonly ctx: AppContext;
  readonly db: TenantDb;
  readonly request: BuyersCall;
  readonly sold: Sellable<Asked>;
  readonly purchase: Purchase<Asked>;
  readonly requestHash: string;
  readonly settings: Settings;
  readonly firstCard: FirstCard | null;
  readonly mayOpenPage: boolean;
}

/**
 * Writes what is about to happen, or all of it where nothing is charged. 'card-first': nothing is written until there is a
 * card. 'page-first': nor until the provider's page may be opened.
 */
async function openPurchase<Asked>(opening: Opening<Asked>): Promise<Opened | 'card-first' | 'page-first'> {
  const { ctx, db, request, sold, purchase, requestHash, settings, firstCard, mayOpenPage } = opening;
  const { tenant, actor, now, idempotencyKey } = request;
  const { userId } = actor;
  if (sold.draft === null) throw new DomainError('content-not-for-sale');
  const act = actOf(purchase.call ?? sold.kind, ...purchase.act);
  const asked = { userId, idempotencyKey, requestHash, act };
  await lockBuyerWithNext(db, userId);
  const [buyer, found] = await getLiveBuyerAnd(db, actor, earlierIntent(asked, now), now);
  const storedCard = async (currency: string): Promise<InstrumentRow | null> =>
    (await findUsable(ctx, db, userId, settings, currency)).card;
  const earlier = await repeated(db, asked, found, storedCard);
  if (earlier) return { intentId: earlier.id, charge: null };
  const draft = agreed(
    await sold.draft(purchase.asked, { ctx, db, tenant, actor, buyer, settings, now }),
    purchase.consent,
    {
      cardConsent: givenCardConsent(
        purchase.cardConsent,
        { settings, tenant, keepsCards: keepsCards(ctx, settings) },
        now,
      ),
      supplyConsent: givenConsent(purchase.supplyConsent, { settings, tenant }, now),
    },
  );
  await requireDeliverable(db, sold, intendedOf(userId, draft), now);
  await requireWithinLimit(
    db,
    { settings, sells: ctx.sells },
    { userId, isPhotoIdAccepted: buyer.isPhotoIdAccepted },
    draft.amountMinor,
    now,
  );
  const usesStored = firstCard === null && purchase.card === null && purchase.isOtherCard !== true;
  const { account: active, card: stored } = usesStored
    ? await findUsable(ctx, db, userId, settings, draft.currency)
    : nothingUsable;
  if (draft.amountMinor === 0 && draft.isRecurring && !firstCard && !stored) return 'card-first';
  if (!mayOpenPage && draft.amountMinor > 0 && isTypedOnPage(ctx, settings, draft.currency, stored))
    return 'page-first';
  const intent = await openIntent(db, sold, draft, { request, requestHash, act });
  if (draft.amountMinor > 0)
    return {
      intentId: intent.id,
      charge: await openCustomerCharge(ctx, db, {
        intent,
        draft,
        card: purchase.card,
        settings,
        active,
        stored,
        request,
      }),
    };
  await settleIntent(db, intent.id, 'succeeded', now);
  const account = firstCard?.account ?? null;
  const keeping = { consent: draft.quote.cardConsent ?? null, keptAt: 'checkout' } as const;
  const keptId = firstCard ? await keepCard(db, { userId, ...firstCard, makesPrimary: true, ...keeping, now }) : null;
  await deliver(db, sold, intent, {
    transactionId: null,
    provider: account?.provider ?? stored?.provider ?? null,
    accountId: account?.id ?? stored?.account_id ?? null,
    reference: null,
    instrumentId: keptId ?? stored?.id ?? null,
    now,
  });
  return { intentId: intent.id, charge: null };
}

/** @throws what the sellable refuses */
export async function requireDeliverable(
  db: TenantDb,
  sold: Pick<Sellable, 'whyUndeliverable' | 'isDraftConclusive'>,
  intended: Intended,
  now: Date,
): Promise<void> {
  const undeliverable = sold.isDraftConclusive ? null : await sold.whyUndeliverable(db, intended, now);
  if (undeliverable) throw new DomainError(undeliverable.refusal);
}

/** The site's account for this currency, and the card that is stored with it. */
async function findUsable(
  ctx: AppContext,
  db: TenantDb,
  userId: string,
  settings: Settings,
  currency: string,
): Promise<AccountAndCard> {
  const chosen = chosenFor(ctx, settings);
  if (chosen === null) return nothingUsable;
  const found = await findAccountAndCard(db, userId, chosen.driver.name, currency);
  // The card of the account before means nothing to the one that is about to take its place.
  return found.account && isStillChosen(ctx, chosen, found.account) ? found : nothingUsable;
}

const nothingUsable: AccountAndCard = { account: null, card: null };
