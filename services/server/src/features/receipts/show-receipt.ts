import { DomainError } from '@backlot/contracts';
import type { Receipt } from '@backlot/contracts/receipts';
import { toWire } from '@backlot/domain/money/money';
import { receiptLines } from '@backlot/domain/money/payment-state';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { getBuyer } from '../accounts/index.ts';
import { findOwnPayment, type OwnPayment } from '../checkout/index.ts';
import { findOwnFunds, type OwnFunds } from '../crypto/index.ts';
import { presentFunds, presentPayment, returnedOf, takenOf } from './present-payment.ts';

/** C9: what a person paid, for what, to whom. @throws not-found for another's, and for what was not paid */
export async function showReceipt(ctx: AppContext, tenant: Tenant, userId: string, id: string): Promise<Receipt> {
  const settings = await ctx.settings.of(tenant);
  const { of, buyer } = await ctx.database.tenants.read(tenant, async (db) => {
    const payment = await findOwnPayment(db, userId, id);
    const funds = payment === null ? await findOwnFunds(db, userId, id) : null;
    const told = payment ? ofPurchase(ctx, payment) : funds && ofFunds(funds);
    if (told === null || told.payment.state === 'waiting') throw new DomainError('not-found');
    return { of: told, buyer: await getBuyer(db, userId) };
  });
  const { descriptor, ...rest } = of;
  return {
    ...rest,
    merchant: {
      name: settings.merchant_legal_name || settings.site_name || tenant.slug,
      address: settings.merchant_address,
      descriptor,
    },
    buyer: { name: buyer.name, email: buyer.email },
  };
}

type Told = Pick<Receipt, 'payment' | 'number' | 'lines' | 'kept' | 'is_cancellable'> & { readonly descriptor: string };

function ofPurchase(ctx: AppContext, payment: OwnPayment): Told | null {
  const taken = takenOf(payment);
  if (taken === null) return null;
  const { quote, kind, askedMinor, askedCurrency } = payment;
  const lines = receiptLines({
    reason: quote.reason,
    reduced: quote.reduced ?? null,
    askedMinor,
    askedCurrency,
    takenMinor: taken.minor,
    takenCurrency: taken.currency,
  });
  const view = presentPayment(payment);
  return {
    payment: view,
    number: payment.charges.find(({ takenMinor }) => takenMinor !== null)?.reference ?? payment.id,
    lines: lines.map(({ amountMinor, ...line }) => ({ ...line, amount: toWire(amountMinor) })),
    kept: toWire(taken.minor - returnedOf(payment, taken.currency).returnedMinor),
    is_cancellable: ctx.sells.find(kind)?.present.receipt.isCancellable ?? false,
    descriptor: view.paid_with === 'card' ? quote.descriptor : '',
  };
}

const ofFunds = (funds: OwnFunds): Told => ({
  payment: presentFunds(funds),
  // As the mail about it names it.
  number: funds.id,
  lines: [{ kind: 'base', ref: '', amount: toWire(funds.amountMinor) }],
  kept: toWire(funds.amountMinor),
  is_cancellable: false,
  descriptor: '',
});
