import type { OwnPayment as OwnPaymentView } from '@backlot/contracts/receipts';
import { toWire } from '@backlot/domain/money/money';
import { paymentStateOf } from '@backlot/domain/money/payment-state';
import type { OwnCharge, OwnPayment } from '../checkout/index.ts';
import type { OwnFunds } from '../crypto/index.ts';
import { walletProvider } from '../ledger/index.ts';

/** What was taken for a purchase: by one charge, and where two went through, by both. */
export function takenOf({ charges }: Pick<OwnPayment, 'charges'>): { minor: number; currency: string } | null {
  const [first] = charges.filter(isTaken);
  if (first === undefined) return null;
  const minor = charges
    .filter(isTaken)
    .filter(({ currency }) => currency === first.currency)
    .reduce((sum, { takenMinor }) => sum + takenMinor, 0);
  return { minor, currency: first.currency };
}

type TakenCharge = OwnCharge & { readonly takenMinor: number; readonly currency: string };
const isTaken = (charge: OwnCharge): charge is TakenCharge => charge.takenMinor !== null && charge.currency !== null;

/** Of what was taken in that currency; in minor units. */
export function returnedOf({ charges }: Pick<OwnPayment, 'charges'>, currency: string) {
  const returns = charges.flatMap((charge) => charge.returns).filter((back) => back.currency === currency);
  const sum = (of: typeof returns): number => of.reduce((total, { amountMinor }) => total + amountMinor, 0);
  const paid = returns.filter(({ isPaid }) => isPaid);
  return {
    returnedMinor: sum(paid),
    chargedBackMinor: sum(paid.filter(({ kind }) => kind === 'chargeback')),
    voidedMinor: sum(paid.filter(({ kind }) => kind === 'void')),
    returningMinor: sum(returns.filter(({ isPaid, isOwed }) => !isPaid && !isOwed)),
    owedMinor: sum(returns.filter(({ isOwed }) => isOwed)),
  };
}

export function presentPayment(payment: OwnPayment): OwnPaymentView {
  const taken = takenOf(payment);
  const { minor, currency } = taken ?? { minor: payment.askedMinor, currency: payment.askedCurrency };
  const { returningMinor, owedMinor, ...back } = returnedOf(payment, currency);
  const isSettled = taken !== null && payment.state !== 'open' && payment.state !== 'held';
  const charge = payment.charges.find(isTaken) ?? payment.charges.at(-1);
  const isFromWallet = charge?.provider === walletProvider;
  return {
    _id: payment.id,
    // When it was paid, as the mail has it; its place in the list is when it was begun.
    date: ((isSettled ? charge?.settledAt : null) ?? payment.at).toISOString(),
    sold: payment.kind,
    title: payment.quote.title ?? null,
    content_id: payment.content_id,
    amount: toWire(minor),
    currency,
    paid_with: charge === undefined ? null : isFromWallet ? 'wallet' : 'card',
    card: charge?.card ? { card_type: charge.card.brand, last4: charge.card.last4 } : null,
    coins: null,
    state: paymentStateOf({ isSettled, takenMinor: minor, ...back }),
    returns: payment.charges
      .flatMap(({ returns }) => returns)
      .filter(({ isPaid }) => isPaid)
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map((one) => ({
        kind: one.kind,
        amount: toWire(one.amountMinor),
        currency: one.currency,
        date: one.at.toISOString(),
        to_wallet: one.toWallet,
      })),
    returning: toWire(returningMinor),
    owed: toWire(owedMinor),
  };
}

export const presentFunds = (funds: OwnFunds): OwnPaymentView => ({
  _id: funds.id,
  date: funds.at.toISOString(),
  sold: null,
  title: null,
  content_id: null,
  amount: toWire(funds.amountMinor),
  currency: funds.currency,
  paid_with: 'crypto',
  card: null,
  coins: { amount: funds.coins, currency: funds.cryptoCurrency },
  state: funds.isCredited ? 'paid' : 'waiting',
  returns: [],
  returning: 0,
  owed: 0,
});
