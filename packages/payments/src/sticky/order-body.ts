import { toWire } from '@backlot/domain/money/money';
import type { CardHolder, ChargeInput } from '../provider.ts';
import type { StickyBody } from './ask.ts';
import type { StickyAccount } from './hosts.ts';

/** `9.99`, as sticky.io writes amounts. */
export const amountText = (minor: number): string => toWire(minor).toFixed(2);

/** `new_order_card_on_file` wants an address also where nobody is there to have one. */
const nobodysAddress = '127.0.0.1';

/**
 * What an order says that is none of the card's: our reference stands in `C1`, the only handle by which an order is found
 * whose answer was lost, as there is no key that makes it once.
 */
const orderOf = (account: StickyAccount, reference: string, amountMinor: number): StickyBody => ({
  campaignId: account.campaignId,
  shippingId: account.shippingId,
  offers: [
    {
      offer_id: account.offerId,
      product_id: account.productId,
      billing_model_id: account.billingModelId,
      quantity: '1',
      step_num: 1,
      price: amountText(amountMinor),
    },
  ],
  C1: reference,
});

/** An order that a card pays which was typed in the tokenising field just now. */
export const tokenOrder = (
  account: StickyAccount,
  input: Pick<ChargeInput, 'reference' | 'amountMinor' | 'returnUrl'>,
  token: string,
  customer: CardHolder,
): StickyBody => ({
  ...orderOf(account, input.reference, input.amountMinor),
  ...holderOf(customer),
  wallet_token: token,
  tranType: 'Sale',
  sessionId: input.reference,
  ...(input.returnUrl === undefined ? {} : { three_d_redirect_url: input.returnUrl }),
});

/** Sees that a card is good and takes nothing. */
export const checkOrder = (
  account: StickyAccount,
  reference: string,
  token: string,
  customer: CardHolder,
): StickyBody => ({
  ...tokenOrder(account, { reference, amountMinor: 0 }, token, customer),
  tranType: 'AuthVoid',
  auth_amount: '1.00',
});

/** An order that is paid by the card of an earlier one. */
export const onFileOrder = (
  account: StickyAccount,
  input: Pick<ChargeInput, 'reference' | 'amountMinor' | 'customer'>,
  previousOrderId: string,
): StickyBody => ({
  ...orderOf(account, input.reference, input.amountMinor),
  previousOrderId,
  // A product that should bill again by itself does not begin to: renewals are ours.
  initializeNewSubscription: '0',
  ipAddress: input.customer?.ipAddress ?? nobodysAddress,
});

function holderOf(customer: CardHolder): StickyBody {
  const { firstName, lastName, email, address, city, postalCode, country, state = '' } = customer;
  const at = (kind: 'billing' | 'shipping') => ({
    [`${kind}Address1`]: address,
    [`${kind}City`]: city,
    [`${kind}State`]: state,
    [`${kind}Zip`]: postalCode,
    [`${kind}Country`]: country,
  });
  return {
    firstName,
    lastName,
    email,
    billingFirstName: firstName,
    billingLastName: lastName,
    ...at('billing'),
    billingSameAsShipping: 'YES',
    ...at('shipping'),
    ipAddress: customer.ipAddress ?? nobodysAddress,
  };
}
