import { DomainError } from '@backlot/contracts';
import { buyPost, cardField, membershipQuote, paymentCards, purchaseState, subscribe } from '@backlot/contracts/memberships';
import { asPerson } from '../../actor.ts';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { getBuyer } from '../accounts/index.ts';
import { membershipStatusOf } from '../memberships/index.ts';
import { purchasePost } from './buy-post.ts';
import { listCards } from './instrument-rows.ts';
import { presentQuote, quoteFor, type QuoteFor } from './membership-quote.ts';
import { presentCard } from './present-purchase.ts';
import { purchaseStanding } from './purchase-outcome.ts';
import { buyMembership } from './subscribe.ts';

const guest: QuoteFor = { person: null, isSubscribedEver: false };

export const checkoutRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(membershipQuote, async ({ tenant, actor, now }) => {
    const settings = await ctx.settings.of(tenant);
    const viewer: QuoteFor = actor === null ? guest : await ctx.database.tenants.read(tenant, async (db) => ({
      person: asPerson(actor, await membershipStatusOf(db, actor.userId, now)),
      isSubscribedEver: (await getBuyer(db, actor.userId)).isSubscribedEver,
    }));
    return { data: presentQuote(ctx, tenant, settings, quoteFor(settings, viewer, now), now) };
  }),
  route(subscribe, async (request) => {
    const data = await buyMembership(ctx, request);
    return { message: data.state === 'succeeded' ? 'resubscribe-success' : 'btn-payment-processing', data };
  }),
  route(buyPost, async (request) => {
    const data = await purchasePost(ctx, request);
    return { message: data.state === 'succeeded' ? 'unlock-success' : 'unlock-pending', data };
  }),
  route(purchaseState, async ({ tenant, actor, query, now }) => (
    { data: (await purchaseStanding(ctx, tenant, actor.userId, query.intent_id, now)).view }
  )),
  route(cardField, async ({ tenant, query, language, pageBase }) => {
    const choice = ctx.providers.choose(await ctx.settings.of(tenant));
    const field = choice.kind === 'ready' ? choice.provider.cardField?.({ origin: pageBase, locale: query.language ?? language }) : undefined;
    if (field === undefined) throw new DomainError('payments-not-configured');
    return { data: field };
  }),
  route(paymentCards, async ({ tenant, actor }) => (
    { data: (await ctx.database.tenants.read(tenant, (db) => listCards(db, actor.userId))).map(presentCard) }
  )),
];
