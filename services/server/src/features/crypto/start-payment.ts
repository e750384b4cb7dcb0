import { DomainError, type BodyOf } from '@backlot/contracts';
import type { addCryptoFund as call, CryptoPayment } from '@backlot/contracts/crypto';
import { cryptoWindowMs } from '@backlot/domain/money/crypto';
import { decimalText } from '@backlot/domain/money/decimal';
import { isPinWanted, type ForumpayClient, type StartWanted } from '@backlot/payments/forumpay/client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { getBuyer, requireLiveSession } from '../accounts/index.ts';
import { findPayment, findPaymentOf, lockPayment, updatePayment, type CryptoPaymentRow } from './crypto-rows.ts';
import { findStarted } from './find-started.ts';
import { lookAtPayment } from './look-at-payment.ts';
import { lookLater } from './look-later.ts';
import { forumpayOf, keepForumpay } from './open-forumpay.ts';
import { isStarted, presentPayment } from './present-payment.ts';
import { invoiceText, requireForumpay, requireFundAmount } from './quote-payment.ts';
import { cryptoWebhookUrl } from './webhook-door.ts';

interface From {
  readonly now: Date;
  readonly language: string;
  readonly address: string;
  readonly userAgent: string;
}

/** Milliseconds to our own first look at a start that was not answered. */
const firstLookMs = 30_000;

/**
 * WAL-07: starts a quoted payment. Written down before the provider is asked, with a look of our own: whatever becomes of
 * the answer or of this process, a payment that the provider started is found by its reference. A second call of the
 * same payment joins the first.
 * @throws not-found for a quote that is not the caller's or of another amount; crypto-unavailable, crypto-refused, crypto-pin-needed, crypto-pin-wrong, payment-failed, add-funds-invalid, add-funds-range
 */
export async function startPayment(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  body: BodyOf<typeof call>,
  from: From,
): Promise<CryptoPayment> {
  const settings = await ctx.settings.of(tenant);
  requireForumpay(ctx, tenant, settings);
  const amountMinor = requireFundAmount(settings, body.amount, from.language);
  const { row, isOurs, email, webhookUrl } = await ctx.database.tenants.write(tenant, async (db) => {
    await requireLiveSession(db, actor, from.now);
    const found = await findPaymentOf(db, actor.userId, body.payment_id);
    const held = found && (await lockPayment(db, found.id));
    if (!held || held.amount_minor !== amountMinor || held.crypto_currency !== body.currency)
      throw new DomainError('not-found');
    const about = {
      email: (await getBuyer(db, actor.userId)).email,
      webhookUrl: await cryptoWebhookUrl(ctx, db, tenant),
    };
    if (held.state !== 'quoted') return { row: held, isOurs: false, ...about };
    await lookLater(db, held.id, firstLookMs);
    const starting = await updatePayment(db, held.id, {
      state: 'starting',
      // On the schema of the version before there are no accounts.
      ...(held.account_id === undefined ? {} : { account_id: await keepForumpay(ctx, db, settings, held) }),
      started_at: from.now,
      expires_at: new Date(from.now.getTime() + cryptoWindowMs),
      next_look_at: new Date(from.now.getTime() + firstLookMs),
    });
    return { row: starting, isOurs: true, ...about };
  });
  const client = await forumpayOf(ctx, tenant, row);
  if (client === null) throw new DomainError('crypto-unavailable');
  const started = isOurs
    ? await ask(ctx, tenant, client, row, {
        paymentId: row.provider_payment_id,
        reference: row.id,
        invoiceAmount: invoiceText(row.amount_minor),
        invoiceCurrency: row.currency,
        currency: row.crypto_currency,
        payer: { id: actor.userId, email, address: from.address, userAgent: from.userAgent },
        ...(body.payer_kyc_pin ? { pin: body.payer_kyc_pin } : {}),
        webhookUrl,
      })
    : await join(ctx, tenant, row);
  if (!started || !isStarted(started)) throw new DomainError('payment-failed');
  return presentPayment(ctx, tenant, started);
}

/** @returns null where nobody knows what became of it */
async function ask(
  ctx: AppContext,
  tenant: Tenant,
  client: ForumpayClient,
  row: CryptoPaymentRow,
  wanted: StartWanted,
): Promise<CryptoPaymentRow | null> {
  const answer = await client.start(wanted);
  if (answer.kind === 'told') {
    const { address, qr, waitTime, statsToken, notices, amount } = answer.value;
    return settle(ctx, tenant, row.id, {
      state: 'waiting',
      address,
      payment_uri: qr,
      wait_time: waitTime,
      stats_token: statsToken,
      notices,
      asked_coins: decimalText(amount),
    });
  }
  // Also a refusal may be of a payment that was started: the same one twice is refused.
  const found = await findStarted(ctx, tenant, row, client);
  if (found !== null) return found;
  ctx.log.warn({ payment: row.id, answer }, 'a crypto payment was not started');
  if (answer.kind === 'unknown') return null;
  if (isPinWanted(answer)) {
    await settle(ctx, tenant, row.id, { state: 'quoted', started_at: null, expires_at: null, next_look_at: null });
    if (wanted.pin !== undefined) throw new DomainError('crypto-pin-wrong');
    await client.askForPin(wanted.payer.email);
    throw new DomainError('crypto-pin-needed');
  }
  await settle(ctx, tenant, row.id, { state: 'failed', next_look_at: null });
  throw answer.message === ''
    ? new DomainError('payment-failed')
    : new DomainError('crypto-refused', { reason: answer.message });
}

/** Of a payment that is still being started: somebody else may have learned of its address meanwhile. */
const settle = (
  ctx: AppContext,
  tenant: Tenant,
  id: string,
  change: Partial<CryptoPaymentRow>,
): Promise<CryptoPaymentRow> =>
  ctx.database.tenants.write(tenant, async (db) => {
    const held = (await lockPayment(db, id))!;
    if (held.state === 'starting') return updatePayment(db, id, change);
    const { payment_uri, wait_time, stats_token, notices } = change;
    return payment_uri == null ? held : updatePayment(db, id, { payment_uri, wait_time, stats_token, notices });
  });

const joinEveryMs = 250;

/** Waits for the call that starts it. */
async function join(ctx: AppContext, tenant: Tenant, row: CryptoPaymentRow): Promise<CryptoPaymentRow | null> {
  let current: CryptoPaymentRow | null = row;
  for (let waited = 0; current?.state === 'starting' && waited < 12_000; waited += joinEveryMs) {
    await sleep(joinEveryMs);
    current = await ctx.database.tenants.read(tenant, (db) => findPayment(db, row.id));
  }
  // Whoever began it is gone.
  return current?.state === 'starting' ? lookAtPayment(ctx, tenant, row.id) : current;
}
