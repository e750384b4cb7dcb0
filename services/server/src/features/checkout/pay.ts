import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import type { ChargeInput, PaymentProvider } from '@backlot/payments';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { getBuyer, type Buyer } from '../accounts/index.ts';
import type { TypedCard } from './card-payment.ts';
import { chargeAttempt } from './charge-attempt.ts';
import { deliver } from './deliver.ts';
import { findStoredCard, keepCard } from './instrument-rows.ts';
import { findIntentByKey, insertIntent, lockBuyer, settleIntent } from './intent-rows.ts';
import { keepFirstCard, type FirstCard } from './keep-first-card.ts';
import { noticeUrl } from './notice-url.ts';
import { openAttempt } from './open-attempt.ts';
import { requireWithinLimit } from './purchase-limit.ts';
import { requestHash } from './request-hash.ts';
import type { InstrumentRow, IntentRow, StoredQuote } from './tables.ts';
import { purchaseOutcome, type PurchaseOutcome } from './purchase-outcome.ts';

/** What is bought, as the rules price it at this moment. */
export interface Draft {
  readonly contentId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly quote: StoredQuote;
  /** Later payments follow. */
  readonly isRecurring: boolean;
}

export interface Purchase {
  readonly kind: 'membership' | 'post';
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly card: TypedCard | null;
  readonly address: string;
  readonly userAgent: string;
  readonly deviceId: string | null;
  /** Runs with the buyer held, so that nothing about the purchase changes until the intent is written. Throws refusals. */
  readonly draft: (db: TenantDb, buyer: Buyer, settings: Settings) => Promise<Draft>;
}

/**
 * The one checkout. The intent is recorded, the provider is asked outside any transaction, the outcome is recorded with
 * ledger and access in one transaction. The same key gives the same answer.
 * @throws idempotency-key-reused, payment-in-progress, card-required, payments-not-configured, payment-declined and what `draft` refuses
 */
export async function pay(ctx: AppContext, tenant: Tenant, actor: Actor, purchase: Purchase, now: Date): Promise<PurchaseOutcome> {
  const recordedAt = performance.now();
  const settings = await ctx.settings.of(tenant);
  const open = (firstCard: FirstCard | null): Promise<Opened | 'card-first'> =>
    ctx.database.tenants.write(tenant, (db) => openPurchase(ctx, db, actor, { purchase, settings, firstCard, now }));
  let opened = await open(null);
  if (opened === 'card-first') {
    const reference = requestHash(actor.userId, purchase.idempotencyKey, purchase.requestHash);
    opened = await open(await keepFirstCard(ctx, settings, purchase.card, reference)) as Opened;
  }
  if (opened.charge) {
    const { provider, input } = opened.charge;
    const notifyUrl = noticeUrl(ctx, tenant, provider.name);
    await chargeAttempt(ctx, tenant, provider, { ...input, notifyUrl }, recordedAt);
  }
  return purchaseOutcome(ctx, tenant, actor.userId, opened.intentId, now);
}

interface Opened { readonly intentId: string; readonly charge: { readonly provider: PaymentProvider; readonly input: ChargeInput } | null }

interface Opening { readonly purchase: Purchase; readonly settings: Settings; readonly firstCard: FirstCard | null; readonly now: Date }

/** Writes what is about to happen, or all of it where nothing is charged. 'card-first': nothing is written until there is a card. */
async function openPurchase(ctx: AppContext, db: TenantDb, actor: Actor, { purchase, settings, firstCard, now }: Opening): Promise<Opened | 'card-first'> {
  await lockBuyer(db, actor.userId);
  const earlier = await findIntentByKey(db, actor.userId, purchase.idempotencyKey);
  if (earlier) {
    if (earlier.request_hash !== purchase.requestHash) throw new DomainError('idempotency-key-reused');
    return { intentId: earlier.id, charge: null };
  }
  const buyer = await getBuyer(db, actor.userId);
  const draft = await purchase.draft(db, buyer, settings);
  await requireWithinLimit(db, settings, { userId: actor.userId, isPhotoIdAccepted: buyer.isPhotoIdAccepted }, draft.amountMinor, now);
  const stored = firstCard === null && purchase.card === null ? await findUsableCard(ctx, db, actor.userId, settings) : null;
  if (draft.amountMinor === 0 && draft.isRecurring && !firstCard && !stored) return 'card-first';
  const intent = await insertIntent(db, {
    user_id: actor.userId, kind: purchase.kind, content_id: draft.contentId, amount_minor: draft.amountMinor, currency: draft.currency,
    quote: draft.quote, idempotency_key: purchase.idempotencyKey, request_hash: purchase.requestHash,
    address: purchase.address, user_agent: purchase.userAgent, device_id: purchase.deviceId, created_at: now,
  });
  if (intent === null) throw new DomainError('payment-in-progress');
  if (draft.amountMinor === 0) {
    await settleIntent(db, intent.id, 'succeeded', now);
    if (firstCard) await keepCard(db, { userId: actor.userId, ...firstCard, makesPrimary: true, now });
    await deliver(db, intent, { transactionId: null, provider: firstCard?.provider ?? stored?.provider ?? null, reference: null, now });
    return { intentId: intent.id, charge: null };
  }
  return { intentId: intent.id, charge: await openCharge(ctx, db, { intent, draft, purchase, settings, stored }) };
}

/** The stored card of the site's provider, if there is one. */
async function findUsableCard(ctx: AppContext, db: TenantDb, userId: string, settings: Settings): Promise<InstrumentRow | null> {
  const choice = ctx.providers.choose(settings);
  return choice.kind === 'ready' ? findStoredCard(db, userId, choice.provider.name) : null;
}

interface Charge { readonly intent: IntentRow; readonly draft: Draft; readonly purchase: Purchase; readonly settings: Settings; readonly stored: InstrumentRow | null }

async function openCharge(ctx: AppContext, db: TenantDb, { intent, draft, purchase, settings, stored }: Charge): Promise<NonNullable<Opened['charge']>> {
  const choice = ctx.providers.choose(settings);
  if (choice.kind === 'not-configured') throw new DomainError('payments-not-configured');
  const { provider } = choice;
  if (!purchase.card && !stored) throw new DomainError('card-required');
  const attempt = await openAttempt(db, {
    intent_id: intent.id, provider: provider.name, instrument_id: stored?.id ?? null, makes_primary: purchase.card !== null,
  });
  return {
    provider,
    input: {
      reference: attempt.id, amountMinor: intent.amount_minor, currency: intent.currency, recurring: draft.isRecurring, initiator: 'customer',
      descriptor: draft.quote.descriptor,
      source: purchase.card ? { kind: 'token', token: purchase.card.token } : { kind: 'stored', instrumentId: stored!.provider_instrument },
      ...(purchase.card ? { customer: purchase.card.customer } : {}),
    },
  };
}
