import { DomainError } from '@backlot/contracts';
import {
  changePaymentMethod,
  paymentCards,
  removeCard,
  setPaymentMethod,
  setPrimaryCard,
} from '@backlot/contracts/cards';
import { removeFansCard as removeFansCardCall } from '@backlot/contracts/stored-cards';
import { route, type CallRoute } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { chosenFor } from '../provider-accounts/open-account.ts';
import { addCard } from './add-card.ts';
import { chooseDefaultMethod } from './choose-default-method.ts';
import { choosePrimaryCard } from './choose-primary-card.ts';
import { listCards } from './instrument-rows.ts';
import { presentCards } from './present-card.ts';
import { removeFansCard, removeStoredCard } from './remove-card.ts';

/** A person's cards on this site. */
export const cardRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(paymentCards, async ({ tenant, actor }) => ({
    data: await presentCards(ctx, tenant, await ctx.database.tenants.read(tenant, (db) => listCards(db, actor.userId))),
  })),
  route(changePaymentMethod, async (request) => {
    const { card, token, default_payment_method: method } = request.body;
    if (card === undefined && !token && method !== undefined)
      return {
        message: 'payment-method-saved',
        data: await presentCards(
          ctx,
          request.tenant,
          await chooseDefaultMethod(ctx, request.tenant, request.actor.userId, method),
        ),
      };
    return { message: 'card-saved', data: await presentCards(ctx, request.tenant, await addCard(ctx, request)) };
  }),
  route(setPrimaryCard, async ({ tenant, actor, body, now }) => ({
    message: 'card-saved',
    data: await presentCards(
      ctx,
      tenant,
      await choosePrimaryCard(ctx, tenant, { userId: actor.userId, cardId: body.card_id, now }),
    ),
  })),
  route(removeCard, async ({ tenant, actor, body, now }) => ({
    message: 'card-removed',
    data: await presentCards(
      ctx,
      tenant,
      await removeStoredCard(ctx, tenant, { userId: actor.userId, cardId: body.card_id, now }),
    ),
  })),
  route(removeFansCardCall, async ({ tenant, actor, body, now }) => {
    await removeFansCard(ctx, tenant, { cardId: body.card_id, by: actor.trueAuthor, now });
    return { message: 'card-removed' };
  }),
  route(setPaymentMethod, async ({ tenant, pageBase }) => {
    if (chosenFor(ctx, await ctx.settings.of(tenant)) === null) throw new DomainError('payments-not-configured');
    return { action: 'redirect' as const, url: `${pageBase}/profile/add-new-payment-method` };
  }),
];
