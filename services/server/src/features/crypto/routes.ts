import { DomainError } from '@backlot/contracts';
import * as calls from '@backlot/contracts/crypto';
import { cryptoPollMs } from '@backlot/domain/money/crypto';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { findPaymentOf, listOpenPayments } from './crypto-rows.ts';
import { listCurrencies } from './list-currencies.ts';
import { lookAtPayment } from './look-at-payment.ts';
import { isStarted, presentPayment } from './present-payment.ts';
import { quotePayment } from './quote-payment.ts';
import { startPayment } from './start-payment.ts';

/** An answer of the provider's is good for this long, however many pages ask. */
const freshMs = cryptoPollMs - 1_500;

export const cryptoRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.getCryptoCurrencies, async ({ tenant, actor }) => ({ data: await listCurrencies(ctx, tenant, actor) })),
  route(calls.generateCryptoPaymentId, async ({ tenant, actor, body, now, language }) => ({
    data: await quotePayment(ctx, tenant, actor, body, { now, language }),
  })),
  route(calls.addCryptoFund, async ({ tenant, actor, body, now, language, address, userAgent }) => ({
    data: await startPayment(ctx, tenant, actor, body, { now, language, address, userAgent }),
  })),
  route(calls.checkCryptoTransaction, async ({ tenant, actor, body, now }) => {
    const row = await ctx.database.tenants.read(tenant, (db) => findPaymentOf(db, actor.userId, body.payment_id));
    const isAnother =
      row === null ||
      [
        [body.pos_id, row.pos_id],
        [body.currency, row.crypto_currency],
        [body.address, row.address],
        [body.transaction_id, row.id],
      ].some(([sent, known]) => sent !== undefined && sent !== known);
    if (isAnother) throw new DomainError('not-found');
    const isFresh = row.looked_at !== null && Math.abs(now.getTime() - row.looked_at.getTime()) < freshMs;
    const current = isFresh ? row : await lookAtPayment(ctx, tenant, row.id);
    if (current === null || !isStarted(current)) throw new DomainError('not-found');
    return {
      data: await presentPayment(ctx, tenant, current),
      ...(current.credited_minor > 0 ? { message: 'amount-added' } : {}),
    };
  }),
  route(calls.openCryptoPayments, async ({ tenant, actor }) => {
    const rows = await ctx.database.tenants.read(tenant, (db) => listOpenPayments(db, actor.userId));
    return { data: await Promise.all(rows.filter(isStarted).map((row) => presentPayment(ctx, tenant, row))) };
  }),
];
