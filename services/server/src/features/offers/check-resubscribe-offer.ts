import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import type { ResubscribeOfferView } from '@backlot/contracts/resubscribe-offer';
import type { TenantDb } from '@backlot/database';
import { nextRenewalAt } from '@backlot/domain/memberships/subscription';
import { offerOfSite, type ResubscribeOffer } from '@backlot/domain/memberships/resubscribe-offer';
import { toWire } from '@backlot/domain/money/money';
import type { Promotion } from '@backlot/domain/money/promotion';
import { isAdmin } from '@backlot/domain/people/roles';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { PageQuery, PageRequest } from '../../feature.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { cardTaking, hasChargeableCard } from '../checkout/index.ts';
import { walletOf } from '../ledger/index.ts';
import { findTakeUp, quoteFor, takeUpQuoteId } from '../memberships/index.ts';
import { promotionsOf } from '../promotions/index.ts';
import { causeOf, findResubscribeOffer, offerId } from '../resubscribe/index.ts';
import { presentQuote, viewerAndPosts } from './quote-of-viewer.ts';

/** The offer at which the caller's membership would begin or go on now (SUB-09, SUB-13, SUB-14); null for none. */
export async function offerOfViewer(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  now: Date,
): Promise<ResubscribeOfferView | null> {
  const settings = await ctx.settings.of(tenant);
  // Most sites have none, and every page asks.
  if (actor === null || offerOfSite(settings) === null || isAdmin({ role: actor.role, status: '0' })) return null;
  // Read before: whoever holds a connection must not need a second one.
  const promotions = await promotionsOf(ctx, tenant);
  return ctx.database.tenants.read(tenant, (db) => findOffer(ctx, db, { tenant, actor, settings, promotions, now }));
}

interface Asked {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly settings: Settings;
  readonly promotions: readonly Promotion[];
  readonly now: Date;
}

async function findOffer(ctx: AppContext, db: TenantDb, asked: Asked): Promise<ResubscribeOfferView | null> {
  const { tenant, actor, settings, promotions, now } = asked;
  const { viewer, opensPosts } = await viewerAndPosts(db, actor, { promotions, now });
  if (viewer.person?.status === '1') return takenUp(ctx, db, asked);
  const offer = await findResubscribeOffer(ctx, db, settings, { ...viewer, userId: actor.userId });
  const quote = quoteFor(settings, viewer, now, { promotions, resubscribeOffer: offer });
  if (offer === null || quote.reason !== 'resubscribe') return null;
  return present(offer, settings, presentQuote(ctx, tenant, settings, quote, { now, opensPosts }));
}

/** A cancelled membership that still runs: nothing today, and then what the offer says. */
async function takenUp(
  ctx: AppContext,
  db: TenantDb,
  { tenant, actor, settings, now }: Asked,
): Promise<ResubscribeOfferView | null> {
  const taken = await findTakeUp(ctx, db, settings, { actor, now });
  if (taken === null) return null;
  const { offer, subscription, baseRecurringMinor } = taken;
  if (subscription.recurringMinor > 0 && !(await canBeChargedLater(ctx, db, settings, actor))) return null;
  const nextAt = (nextRenewalAt(subscription) ?? now).toISOString();
  return present(offer, settings, {
    quote_id: takeUpQuoteId(ctx, tenant, taken),
    currency: settings.currency,
    initial_amount: 0,
    recurring_amount: toWire(subscription.recurringMinor),
    original_initial_amount: 0,
    original_recurring_amount: toWire(baseRecurringMinor),
    reason: 'resubscribe',
    coupon_code: null,
    promotion_id: null,
    first_period: null,
    is_free: subscription.recurringMinor === 0,
    first_charge_at: now.toISOString(),
    next_charge_at: nextAt,
    wallet_next_charge_at: nextAt,
    renewal_days: null,
    statement_descriptor: settings.statement_descriptor,
    merchant_name: settings.merchant_legal_name,
    opens_posts: 0,
  });
}

/** Nothing is charged now, so that the provider's page takes no card for it: there has to be one, or the wallet pays. */
async function canBeChargedLater(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  { userId }: Actor,
): Promise<boolean> {
  if (settings.is_crypto_payment_enabled || cardTaking(ctx, settings)?.entry !== 'hosted') return true;
  if ((await walletOf(db, userId, settings.currency)).balanceMinor > 0) return true;
  return hasChargeableCard(ctx, db, settings, userId);
}

const present = (offer: ResubscribeOffer, settings: Settings, quote: MembershipQuote): ResubscribeOfferView => ({
  for_subscribers_only: offer.forSubscribersOnly,
  give_free_month_subscription: offer.freeMonths,
  recurring_price: toWire(offer.recurringMinor),
  promo_banner_text: offer.bannerText ?? '',
  offer_id: offerId(causeOf(offer, settings)),
  quote,
});

/** Any page shows the ribbon, which has its place from the first picture on. */
export async function offerPageQueries(
  ctx: AppContext,
  { tenant, actor, now }: PageRequest,
): Promise<readonly PageQuery[]> {
  const settings = await ctx.settings.of(tenant);
  if (actor === null || offerOfSite(settings) === null) return [];
  return [{ key: queryKeys.resubscribeOffer(tenant.id), data: await offerOfViewer(ctx, tenant, actor, now) }];
}
