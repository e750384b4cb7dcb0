import { DomainError, type BodyOf } from '@backlot/contracts';
import type { subscribe as subscribeCall } from '@backlot/contracts/memberships';
import { fromWire } from '@backlot/domain/money';
import type { CallRequest } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { asPerson } from '../../actor.ts';
import { membershipStatusOf } from '../memberships/index.ts';
import { typedCard } from './card-payment.ts';
import { quoteFor, quoteId } from './membership-quote.ts';
import { pay } from './pay.ts';
import type { PurchaseOutcome } from './purchase-outcome.ts';
import { requestHash } from './request-hash.ts';

/**
 * Buys a membership at the very price that was quoted, after consent to its terms (C13).
 * @throws consent-required, already-subscribed, price-changed and what `pay` refuses
 */
export async function buyMembership(ctx: AppContext, request: CallRequest<typeof subscribeCall>): Promise<PurchaseOutcome> {
  const { tenant, actor, now } = request;
  const body: BodyOf<typeof subscribeCall> = request.body;
  if (!body.consent) throw new DomainError('consent-required', {}, { fields: [{ field: 'consent', code: 'consent-required' }] });
  return pay(ctx, tenant, actor, {
    kind: 'membership', idempotencyKey: request.idempotencyKey, requestHash: requestHash('membership', body), card: typedCard(body.card, request),
    address: request.address, userAgent: request.userAgent, deviceId: request.deviceId,
    draft: async (db, buyer, settings) => {
      const status = await membershipStatusOf(db, actor.userId, now);
      // A cancelled membership that still runs is taken up again, not bought twice.
      if (status !== '0') throw new DomainError('already-subscribed');
      const quote = quoteFor(settings, { person: asPerson(actor, status), isSubscribedEver: buyer.isSubscribedEver }, now);
      const isMoved = quoteId(ctx, tenant, quote) !== body.quote_id
        || (body.amount !== undefined && fromWire(body.amount) !== quote.initialMinor);
      if (isMoved) throw new DomainError('price-changed');
      return {
        contentId: null, amountMinor: quote.initialMinor, currency: quote.currency, isRecurring: quote.recurringMinor > 0,
        quote: {
          reason: quote.reason, recurringMinor: quote.recurringMinor, firstPeriod: quote.firstPeriod,
          descriptor: settings.statement_descriptor || tenant.slug,
        },
      };
    },
  }, now);
}
