import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { toWire } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import { walletShortfall } from '@backlot/domain/money/wallet';
import { actOf } from '../../../act.ts';
import type { AppContext } from '../../../context.ts';
import { getLiveBuyerAnd } from '../../accounts/index.ts';
import { lockBuyerWithNext } from '../../ledger/index.ts';
import { givenConsent } from '../cards/card-consent.ts';
import { intendedOf } from '../intent-rows.ts';
import type { Draft, Sellable } from '../sellable.ts';
import { agreed } from './agreed.ts';
import { openIntent } from './open-intent.ts';
import { requireDeliverable, type BuyersCall, type Purchase } from './pay.ts';
import {
  earlierIntent,
  presentPurchase,
  purchaseOutcome,
  repeated,
  standingOf,
  type PurchaseOutcome,
} from './purchase-outcome.ts';
import { requireWithinLimit } from './purchase-limit.ts';
import { payingWalletOf, type PayingWallet } from './wallet-payment-rows.ts';
import { settleFromWallet } from './wallet-payment.ts';

export interface WalletPurchase<Asked> extends Omit<Purchase<Asked>, 'card'> {
  /** What an empty wallet is refused with, also where nothing is due; `wallet-low` for what costs something where it is absent. */
  readonly whenEmpty?: 'resubscribe-add-funds';
}

/**
 * As `pay`, from the buyer's wallet: intent, books, access and receipt in one transaction. The same key, or without keys the
 * same purchase again at once, gives the same answer.
 * @throws wallet-low with the balance and what is missing, content-not-for-sale for what no feature sells,
 * idempotency-key-reused, payment-in-progress, session-ended and what the sellable refuses
 */
export async function payFromWallet<Asked>(
  ctx: AppContext,
  request: BuyersCall,
  sold: Sellable<Asked>,
  purchase: WalletPurchase<Asked>,
): Promise<PurchaseOutcome> {
  const { tenant, actor, now } = request;
  // Read before: whoever holds a connection while others wait for the same buyer must not need a second one.
  const settings = await ctx.settings.of(tenant);
  const bought = await ctx.database.tenants.write(tenant, (db) => buy(ctx, db, settings, request, sold, purchase));
  return bought.outcome ?? purchaseOutcome(ctx, tenant, actor.userId, bought.intentId, now);
}

interface Bought {
  readonly intentId: string;
  /** Null where an earlier request bought it. */
  readonly outcome: PurchaseOutcome | null;
}

async function buy<Asked>(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  request: BuyersCall,
  sold: Sellable<Asked>,
  { asked, act: thing, call = sold.kind, consent, supplyConsent, whenEmpty }: WalletPurchase<Asked>,
): Promise<Bought> {
  const { tenant, actor, now, idempotencyKey } = request;
  const { userId } = actor;
  if (ctx.sells.find(sold.kind) !== sold || sold.draft === null) throw new DomainError('content-not-for-sale');
  // The same act as from a card: two clicks on two ways to pay buy once.
  const act = actOf(call, ...thing);
  const requestHash = actOf(call, 'wallet', asked);
  const repeating = { userId, idempotencyKey, requestHash, act };
  await lockBuyerWithNext(db, userId);
  const [buyer, found] = await getLiveBuyerAnd(db, actor, earlierIntent(repeating, now), now);
  const earlier = await repeated(db, repeating, found, async () => null);
  if (earlier) return { intentId: earlier.id, outcome: null };
  const draft = agreed(await sold.draft(asked, { ctx, db, tenant, actor, buyer, settings, now }), consent, {
    supplyConsent: givenConsent(supplyConsent, { settings, tenant }, now),
  });
  await requireDeliverable(db, sold, intendedOf(userId, draft), now);
  const { isPhotoIdAccepted } = buyer;
  await requireWithinLimit(db, { settings, sells: ctx.sells }, { userId, isPhotoIdAccepted }, draft.amountMinor, now);
  const wallet = await getCovering(db, userId, draft, whenEmpty);
  const intent = await openIntent(db, sold, draft, { request, requestHash, act });
  const { intent: settled, reference } = await settleFromWallet(db, sold, intent, wallet, now);
  const attempt = reference === null ? null : { provider_ref: reference };
  const standing = draft.standing ?? (await standingOf(db, sold, userId, now));
  return { intentId: intent.id, outcome: presentPurchase(sold, settled, attempt, standing) };
}

/** The wallet, which covers the price. @throws wallet-low, or what an empty wallet is refused with */
async function getCovering(
  db: TenantDb,
  userId: string,
  { amountMinor: priceMinor, currency }: Draft,
  whenEmpty: WalletPurchase<unknown>['whenEmpty'],
): Promise<PayingWallet> {
  const wallet = await payingWalletOf(db, userId, currency);
  const { balanceMinor, owedMinor } = wallet;
  if (balanceMinor === 0 && whenEmpty !== undefined) throw new DomainError(whenEmpty);
  if (balanceMinor >= priceMinor) return wallet;
  // What is owed is paid first by what is added.
  const missing = walletShortfall(priceMinor + owedMinor, balanceMinor);
  const details = { wallet_balance: toWire(balanceMinor), shortfall: toWire(missing), currency };
  throw new DomainError('wallet-low', {}, { details });
}
