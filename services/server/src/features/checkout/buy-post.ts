import { DomainError } from '@backlot/contracts';
import type { buyPost as buyPostCall } from '@backlot/contracts/memberships';
import { postAccess, purchaseRefusal } from '@backlot/domain/access';
import { fromWire } from '@backlot/domain/money';
import { isPromotionGone, quotePost } from '@backlot/domain/price';
import { asPerson } from '../../actor.ts';
import type { CallRequest } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { membershipStatusOf } from '../memberships/index.ts';
import { findPostForSale, ownsVersionOf, versionIdsOf } from '../posts/index.ts';
import { typedCard } from './card-payment.ts';
import { isPayingFor } from './intent-rows.ts';
import { pay } from './pay.ts';
import type { PurchaseOutcome } from './purchase-outcome.ts';
import { requestHash } from './request-hash.ts';

/**
 * Buys a locked post at the price the buyer saw (DECISIONS 15: members only; what was bought stays open).
 * @throws not-found, content-already-unlocked, content-not-for-sale, membership-required, promotion-expired, price-changed and what `pay` refuses
 */
export async function purchasePost(ctx: AppContext, request: CallRequest<typeof buyPostCall>): Promise<PurchaseOutcome> {
  const { tenant, actor, body, now } = request;
  return pay(ctx, tenant, actor, {
    kind: 'post', idempotencyKey: request.idempotencyKey, requestHash: requestHash('post', body), card: typedCard(body.card, request),
    address: request.address, userAgent: request.userAgent, deviceId: request.deviceId,
    draft: async (db, buyer, settings) => {
      const post = await findPostForSale(db, body.blogId);
      if (post === null) throw new DomainError('not-found');
      const person = asPerson(actor, await membershipStatusOf(db, actor.userId, now));
      const isOwned = await ownsVersionOf(db, post.id, actor.userId);
      const refusal = purchaseRefusal(post.facts, postAccess({ post: post.facts, viewer: person, entitlements: isOwned ? [{}] : [], now }));
      if (refusal) throw new DomainError(refusal);
      // Also in another version: both would be charged, and one of them be given back.
      if (await isPayingFor(db, actor.userId, await versionIdsOf(db, post.id))) throw new DomainError('payment-in-progress');
      if (post.amountMinor === null) throw new DomainError('content-not-for-sale');
      const quote = quotePost({
        // The post's own currency, in which it is offered: the site may have taken another since.
        post: { amountMinor: post.amountMinor }, settings: { enable_promotion: settings.enable_promotion, currency: post.currency },
        viewer: { isSubscribedEver: buyer.isSubscribedEver }, promotion: null, now,
      });
      if (isPromotionGone(body, quote)) throw new DomainError('promotion-expired');
      if (fromWire(body.amount) !== quote.amountMinor) throw new DomainError('price-changed');
      return {
        contentId: post.id, amountMinor: quote.amountMinor, currency: quote.currency, isRecurring: false,
        quote: { reason: quote.reason, title: post.title, descriptor: settings.statement_descriptor || tenant.slug },
      };
    },
  }, now);
}
