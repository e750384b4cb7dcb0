import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MembershipQuote as QuoteView } from '@backlot/contracts/memberships';
import type { TenantDb } from '@backlot/database';
import { toWire } from '@backlot/domain/money/money';
import { monthDays } from '@backlot/domain/memberships/provider-days';
import { quotedCharges } from '@backlot/domain/memberships/quoted-charges';
import { comparableInitial, type MembershipQuote } from '@backlot/domain/money/price';
import type { Promotion } from '@backlot/domain/money/promotion';
import { isAdmin, isSubscribed } from '@backlot/domain/people/roles';
import type { Settings } from '@backlot/domain/settings';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { PageQuery, PageRequest } from '../../feature.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { getBuyer } from '../accounts/index.ts';
import { findOpenIntent, renewingZone } from '../checkout/index.ts';
import {
  findMigration,
  membershipStatusOf,
  migrationQuoteId,
  quoteFor,
  quoteId,
  type QuoteFor,
} from '../memberships/index.ts';
import { countPostsOfMembership } from '../posts/index.ts';
import { listFreePeriodsHad, promotionsOf } from '../promotions/index.ts';
import { findResubscribeOffer } from '../resubscribe/index.ts';

/** Price, first and later amounts and dates, and who sells, as they stand before the button (C13, C9). */
export function presentQuote(
  ctx: AppContext,
  tenant: Tenant,
  settings: Settings,
  quote: MembershipQuote,
  { now, opensPosts }: { now: Date; opensPosts: number },
): QuoteView {
  // C13: the date on which it is charged, also where a provider counts its own days and no months.
  const providerZone = renewingZone(ctx, settings);
  const endBy = (zone: string | null): Date =>
    quotedCharges(quote, now, { timeZone: settings.timezone, providerZone: zone }).periodEnd ?? now;
  return {
    quote_id: quoteId(ctx, tenant, quote),
    currency: quote.currency,
    initial_amount: toWire(quote.initialMinor),
    recurring_amount: toWire(quote.recurringMinor),
    original_initial_amount: toWire(comparableInitial(quote)),
    original_recurring_amount: toWire(quote.baseRecurringMinor),
    reason: quote.reason,
    coupon_code: quote.couponCode ?? null,
    promotion_id: quote.promotionId ?? null,
    first_period: quote.firstPeriod,
    is_free: quote.isFree,
    first_charge_at: now.toISOString(),
    next_charge_at: endBy(providerZone).toISOString(),
    wallet_next_charge_at: endBy(null).toISOString(),
    renewal_days: providerZone === null ? null : monthDays,
    statement_descriptor: settings.statement_descriptor,
    merchant_name: settings.merchant_legal_name,
    opens_posts: opensPosts,
  };
}

/** How cards are charged again by a provider that counts its own days: how many, and where; null where the site charges by months. */
export function renewalOf(ctx: AppContext, settings: Settings): { renewalDays: number | null; renewalZone?: string } {
  const renewalZone = renewingZone(ctx, settings);
  return renewalZone === null ? { renewalDays: null } : { renewalDays: monthDays, renewalZone };
}

const guest: QuoteFor = { person: null, isSubscribedEver: false };

/** What a membership costs whoever looks, and what it opens, at this moment. */
export async function quoteOfViewer(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  now: Date,
): Promise<QuoteView> {
  const settings = await ctx.settings.of(tenant);
  const promotions = await promotionsOf(ctx, tenant);
  return ctx.database.tenants.read(tenant, async (db) => {
    const migrating = actor && (await migrationQuoteOf(ctx, db, tenant, settings, { actor, now }));
    if (migrating) return migrating;
    const { viewer, opensPosts } = await viewerAndPosts(db, actor, { promotions, now });
    const resubscribeOffer = await findResubscribeOffer(ctx, db, settings, {
      ...viewer,
      userId: actor?.userId ?? null,
    });
    const quote = quoteFor(settings, viewer, now, { promotions, resubscribeOffer });
    const waiting = actor && (await findOpenIntent(db, 'membership', { user_id: actor.userId, content_id: null }));
    return {
      ...presentQuote(ctx, tenant, settings, quote, { now, opensPosts }),
      ...(waiting ? { waiting_payment: waiting.id } : {}),
    };
  });
}

/** What a member pays to go on with the account that the site uses now, from when on; null for who is not asked. */
export async function migrationQuoteOf(
  ctx: AppContext,
  db: TenantDb,
  tenant: Tenant,
  settings: Settings,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<QuoteView | null> {
  const migration = await findMigration(ctx, db, settings, { userId: actor.userId, now });
  if (migration === null) return null;
  const amount = toWire(migration.row.recurring_minor);
  return {
    quote_id: migrationQuoteId(ctx, tenant, migration),
    currency: migration.row.currency,
    initial_amount: amount,
    recurring_amount: amount,
    original_initial_amount: amount,
    original_recurring_amount: amount,
    reason: 'migration',
    coupon_code: null,
    promotion_id: null,
    first_period: { unit: 'month', count: 1 },
    is_free: false,
    first_charge_at: now.toISOString(),
    next_charge_at: migration.cardNextAt.toISOString(),
    wallet_next_charge_at: migration.until.toISOString(),
    renewal_days: renewalOf(ctx, settings).renewalDays,
    statement_descriptor: settings.statement_descriptor,
    merchant_name: settings.merchant_legal_name,
    opens_posts: 0,
  };
}

/** Who a quote is for, and what a membership would open to them. */
export async function viewerAndPosts(
  db: TenantDb,
  actor: Actor | null,
  { promotions, now }: { readonly promotions: readonly Promotion[]; readonly now: Date },
): Promise<{ viewer: QuoteFor; opensPosts: number }> {
  const viewer: QuoteFor =
    actor === null
      ? guest
      : {
          person: asPerson(actor, await membershipStatusOf(db, actor.userId, now)),
          isSubscribedEver: (await getBuyer(db, actor.userId)).isSubscribedEver,
          freePeriodsHad: await listFreePeriodsHad(db, actor.userId, promotions),
        };
  const opensNothing = isAdmin(viewer.person) || isSubscribed(viewer.person?.status);
  return { viewer, opensPosts: opensNothing ? 0 : await countPostsOfMembership(db, actor?.userId ?? null, now) };
}

/** The offer's pages hold the offer. */
export async function quotePageQueries(
  ctx: AppContext,
  { tenant, actor, path, now }: PageRequest,
): Promise<readonly PageQuery[]> {
  if (path !== '/membership' && path !== '/subscribe') return [];
  return [{ key: queryKeys.quote(tenant.id), data: await quoteOfViewer(ctx, tenant, actor, now) }];
}
