import { DomainError, type BodyOf } from '@backlot/contracts';
import type { generateCryptoPaymentId as call } from '@backlot/contracts/crypto';
import { isFundAmount } from '@backlot/domain/money/add-funds';
import { decimalText } from '@backlot/domain/money/decimal';
import { formatMoney, fromWire, minorOf, toWire } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import type { Told } from '@backlot/payments/forumpay/client';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { openForumpay, type OpenForumpay } from './open-forumpay.ts';

/**
 * WAL-14: what this amount is in a currency's coins now. The id of the quote is the payment's, so that the shown and the
 * started payment are one. @throws crypto-unavailable, crypto-refused, payment-failed, add-funds-invalid, add-funds-range
 */
export async function quotePayment(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { currency: cryptoCurrency, amount }: BodyOf<typeof call>,
  { now, language }: { readonly now: Date; readonly language: string },
) {
  const settings = await ctx.settings.of(tenant);
  const { client, host, posId } = requireForumpay(ctx, tenant, settings);
  const amountMinor = requireFundAmount(settings, amount, language);
  const wanted = {
    invoiceAmount: invoiceText(amountMinor),
    invoiceCurrency: settings.currency,
    currency: cryptoCurrency,
  };
  const rate = toldOrThrow(await client.rate(wanted));
  await ctx.database.tenants.write(tenant, (db) =>
    db('crypto_payments').insert({
      id: v7(),
      user_id: actor.userId,
      host,
      pos_id: posId,
      provider_payment_id: rate.paymentId,
      crypto_currency: cryptoCurrency,
      amount_minor: amountMinor,
      currency: settings.currency,
      asked_coins: decimalText(rate.amount),
      wait_time: rate.waitTime,
      quoted_at: now,
    }),
  );
  return {
    payment_id: rate.paymentId,
    currency: cryptoCurrency,
    amount: decimalText(rate.amount),
    fund_amount: toWire(amountMinor),
  };
}

/** @throws crypto-unavailable */
export function requireForumpay(ctx: AppContext, tenant: Tenant, settings: Settings): OpenForumpay {
  const opened = openForumpay(ctx, tenant, settings);
  if (opened === null) throw new DomainError('crypto-unavailable');
  return opened;
}

/** WAL-21 to WAL-23, whatever the client let through. */
export function requireFundAmount(settings: Settings, amount: number, language: string): number {
  const minor = fromWire(amount);
  if (minor === null || minor <= 0) throw new DomainError('add-funds-invalid');
  const bounds = {
    minimumMinor: minorOf(settings['wallet_settings.add_fund_minimum_amount']),
    maximumMinor: minorOf(settings['wallet_settings.add_fund_maximum_amount']),
  };
  if (isFundAmount(minor, bounds)) return minor;
  const money = (bound: number): string => formatMoney(bound, settings.currency, language);
  throw new DomainError('add-funds-range', { min: money(bounds.minimumMinor), max: money(bounds.maximumMinor) });
}

export const invoiceText = (minor: number): string => toWire(minor).toFixed(2);

/** The provider's refusal is told in its own words (WAL-28); where nothing is known, that it failed. */
export function toldOrThrow<T>(answer: Told<T>): T {
  if (answer.kind === 'told') return answer.value;
  if (answer.kind === 'refused' && answer.message !== '')
    throw new DomainError('crypto-refused', { reason: answer.message });
  throw new DomainError('payment-failed');
}
