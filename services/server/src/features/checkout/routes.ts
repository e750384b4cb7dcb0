import { showCardProvider } from '@backlot/contracts/card-provider';
import { cardField } from '@backlot/contracts/cards';
import { explainCharge as explainChargeCall } from '@backlot/contracts/charges';
import { cancelPurchase, purchaseState } from '@backlot/contracts/purchases';
import { markDisputeWon as markDisputeWonCall } from '@backlot/contracts/disputes';
import { explainDifference as explainDifferenceCall } from '@backlot/contracts/reconciliation';
import * as statements from '@backlot/contracts/provider-statements';
import * as refunds from '@backlot/contracts/refunds';
import { settleOpenItem as settleOpenItemCall } from '@backlot/contracts/open-items';
import {
  showAnotherWay as showAnotherWayCall,
  tryAnotherWay as tryAnotherWayCall,
} from '@backlot/contracts/another-way';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { showAnotherWay } from './another-way/show-another-way.ts';
import { tryAnotherWay } from './another-way/try-another-way.ts';
import { cardRoutes } from './cards/card-routes.ts';
import { explainCharge } from './explain/explain-charge.ts';
import { cardFieldOf } from './provider-accounts/card-field-of.ts';
import { cardTaking, openChosenAccount } from './provider-accounts/open-account.ts';
import { showProvider } from './provider-accounts/show-provider.ts';
import { recordStatement, takeBackStatement } from './provider-statements/record-statement.ts';
import { explainDifference } from './reconciliation/explain-difference.ts';
import { markDisputeWon } from './settle/mark-won.ts';
import { refundCharge } from './settle/refund-charge.ts';
import { showRefundable } from './settle/refundable.ts';
import { settleOpenItem } from './settle/settle-open-item.ts';
import { closePurchase } from './pay/close-purchase.ts';
import { lookAtPurchase } from './pay/look-at-purchase.ts';

export const checkoutRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(purchaseState, async ({ tenant, actor, query, now }) => ({
    data: await lookAtPurchase(ctx, tenant, actor.userId, query.intent_id, now),
  })),
  route(cancelPurchase, async ({ tenant, actor, body, now }) => ({
    data: await closePurchase(ctx, tenant, actor.userId, body.intent_id, now),
  })),
  route(showAnotherWayCall, async (request) => ({ data: await showAnotherWay(ctx, request) })),
  route(tryAnotherWayCall, async (request) => ({ data: await tryAnotherWay(ctx, request) })),
  route(explainChargeCall, async (request) => {
    await explainCharge(ctx, request);
    return { message: 'charge-asked' };
  }),
  route(cardField, async ({ tenant, query, language, pageBase }) => {
    const settings = await ctx.settings.of(tenant);
    const taking = cardTaking(ctx, settings);
    if (taking?.entry === 'hosted') return { data: { ...taking, src: null, origin: null } };
    const { provider } = await ctx.database.tenants.write(tenant, (db) =>
      openChosenAccount(ctx, db, settings, settings.currency),
    );
    const field = cardFieldOf(ctx, provider, { origin: pageBase, locale: query.language ?? language });
    return { data: { entry: 'field' as const, keeps_cards: provider.capabilities.storedInstruments, ...field } };
  }),
  route(showCardProvider, async ({ tenant }) => ({ data: await showProvider(ctx, tenant) })),
  route(refunds.showRefundable, async ({ tenant, query, now }) => ({
    data: await showRefundable(ctx, tenant, query.id, now),
  })),
  route(refunds.refundPayment, async (request) => ({
    data: await refundCharge(ctx, request),
    message: 'refund-asked',
  })),
  route(settleOpenItemCall, async ({ tenant, actor, body, now }) => {
    await settleOpenItem(ctx, tenant, actor, body, now);
    return { message: 'open-item-saved' };
  }),
  route(markDisputeWonCall, async ({ tenant, actor, body, now }) => {
    await markDisputeWon(ctx, tenant, actor, body, now);
    return { message: 'open-item-saved' };
  }),
  route(explainDifferenceCall, async ({ tenant, actor, body, now }) => {
    await explainDifference(ctx, tenant, actor, body, now);
    return { message: 'open-item-saved' };
  }),
  route(statements.recordProviderStatement, async (request) => ({
    data: await recordStatement(ctx, request),
    message: 'open-item-saved',
  })),
  route(statements.takeBackProviderStatement, async (request) => {
    await takeBackStatement(ctx, request);
    return { message: 'open-item-saved' };
  }),
  ...cardRoutes(ctx),
];
