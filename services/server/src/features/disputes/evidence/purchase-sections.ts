import { brandName } from '@backlot/domain/formats/row-texts';
import { formatMoney } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import { agreedAgainWith, cardConsentFor, type Consent, type GivenConsent } from '../../checkout/index.ts';
import type { DisputedPayment, KeptCard, PaidFrom, SentReceipt } from './disputed-payment-rows.ts';
import { instantText, told, type EvidenceSection, type Fact } from './evidence.ts';

const money = (minor: number, currency: string): string => `${formatMoney(minor, currency, 'en')} (${currency})`;

/** Brand and last four digits: no more is kept of a card. */
export const cardText = ({ brand, last4 }: { brand: string | null; last4: string | null }): string | null =>
  last4 === null
    ? null
    : `${brand === null || brand === 'unknown' ? 'brand not recorded' : brandName(brand)}, ending in ${last4}`;

export const disputeSection = (payment: DisputedPayment): EvidenceSection => ({
  title: 'The dispute',
  facts: [
    ['Reported to the merchant', instantText(payment.disputedAt)],
    ['Amount disputed', money(payment.disputedMinor, payment.disputeCurrency)],
    ['Our reference of the dispute', payment.disputeId],
    ['Reason told by the payment provider', told(payment.toldReason)],
  ],
});

export const purchaseSection = (
  payment: DisputedPayment,
  settings: Settings,
  title: string | null,
): EvidenceSection => {
  const { quote, takenMinor, takenCurrency, takenAt } = payment;
  return {
    title: 'What was bought',
    facts: [
      ['Kind', kindText(payment.kind)],
      // A membership has none.
      ...(title === null && payment.contentId === null ? [] : ([['Title', title]] satisfies Fact[])),
      ['Ordered', instantText(payment.boughtAt)],
      ['Price quoted to the buyer', money(payment.amountMinor, payment.currency)],
      ...reasonsOf(payment),
      ['Amount charged', takenMinor === null || takenCurrency === null ? null : money(takenMinor, takenCurrency)],
      ['Charged', takenAt && instantText(takenAt)],
      ['Merchant of record', told(settings.merchant_legal_name)],
      ['Address of the merchant', told(settings.merchant_address)],
      ['Statement descriptor told to the buyer', told(quote.descriptor)],
      ['Card', cardText(payment)],
      ['3-D Secure result', told(payment.threeDSecure)],
      ['Reference of the payment provider', payment.reference],
      ['Our reference of the payment', payment.attemptId],
    ],
    note: 'Of a card no more than its brand and last four digits are kept. The merchant is named as it is today.',
  };
};

/** What made up the price. */
function reasonsOf({ quote, currency }: DisputedPayment): Fact[] {
  const { reduced } = quote;
  return [
    ['Reason of the price', reasonTexts[quote.reason] ?? told(quote.reason)],
    ...(reduced
      ? ([
          ['Price before the reduction', money(reduced.wasMinor, currency)],
          ['Reduced by', told(reduced.ref)],
        ] satisfies Fact[])
      : []),
    ...(typeof quote['recurringMinor'] === 'number'
      ? ([['Later charges that were quoted', money(quote['recurringMinor'], currency)]] satisfies Fact[])
      : []),
  ];
}

const reasonTexts: Readonly<Record<string, string>> = {
  base: 'the usual price',
  coupon: 'a coupon',
  promotion: 'a promotion',
  resubscribe: 'an offer to former members',
};

const kindText = (kind: string): string =>
  kind === 'renewal' ? 'renewal of a membership (charged without the buyer present)' : kind.replaceAll('_', ' ');

export const buyerSection = (payment: DisputedPayment): EvidenceSection => ({
  title: 'The buyer',
  facts: [
    ['User id', payment.userId],
    ['Name', told(payment.name)],
    ['Email', told(payment.email)],
    ['Registered', instantText(payment.registeredAt)],
    ['Shipping address', 'none, as what was bought is online'],
  ],
});

export const consentSection = (payment: DisputedPayment, receipt: SentReceipt | null): EvidenceSection => ({
  title: 'Consent and receipt',
  facts: [
    ['Consent to the charges', payment.quote.consent === undefined ? null : consentTexts[payment.quote.consent]],
    ['Time of the consent', payment.quote.consent === undefined ? null : instantText(payment.boughtAt)],
    ...againFacts(payment),
    ['Receipt mailed', receipt && instantText(receipt.at)],
    ...(receipt === null ? [] : ([['Mailed to', receipt.address]] satisfies Fact[])),
  ],
  ...(receipt === null
    ? {}
    : { note: 'The mail server took the receipt at that time. Whether it reached the mailbox is not recorded.' }),
});

/** Of a payment that another provider took after the first had declined it. */
function againFacts({ quote, provider, currency }: DisputedPayment): Fact[] {
  const again = agreedAgainWith(quote, provider);
  if (again === null) return [];
  const { consent, at, later } = again;
  return [
    ['Ordered again, after a decline', instantText(new Date(at))],
    ...(later === null
      ? []
      : ([
          ['Consent to the charges, given again', consent === undefined ? null : consentTexts[consent]],
          ['Later charges that were told then', money(later.amountMinor, currency)],
          ['The first of them', instantText(new Date(later.at))],
          ['From one to the next', later.days === null ? 'a calendar month' : `${later.days} days`],
        ] satisfies Fact[])),
  ];
}

/** C15: to be given it at once, and what was said of the right to withdraw. */
export const supplySection = ({ quote: { supplyConsent } }: DisputedPayment): EvidenceSection => ({
  title: 'Consent to immediate supply',
  facts: consentFacts(supplyConsent ?? {}),
});

/** What the owner of the card was shown when they entered it for this purchase, or for the one that the card is on file from. */
export const keptCardSection = ({ keptCard, quote, provider }: DisputedPayment): EvidenceSection => {
  const cardConsent = cardConsentFor(quote, provider);
  return {
    title: 'Consent given with the card',
    facts: [
      ...consentFacts(cardConsent ?? consentOf(keptCard)),
      ['Entered by', cardConsent ? keptTexts.checkout : keptCard.kept_at ? keptTexts[keptCard.kept_at] : null],
      ['Network transaction id', told(keptCard.network_transaction_id)],
    ],
    note: 'The network transaction id is of the first transaction with the card, where the payment provider tells it.',
  };
};

/** One line where none was given: four that say nothing would hide those that do. */
function consentFacts(given: Partial<Record<'text' | 'textId' | 'language' | 'at', string>>): Fact[] {
  const agreed: Fact = ['Agreed', given.at ? instantText(new Date(given.at)) : null];
  const shown: Fact[] = [
    ['Text shown', told(given.text)],
    ['Its version', told(given.textId)],
    ['Its language', told(given.language)],
  ];
  return [...shown, agreed].every(([, value]) => value === null) ? [agreed] : [...shown, agreed];
}

/** A card that is entered again has the text of that time: what was shown at an earlier purchase is kept with that one. */
const consentOf = (card: KeptCard): Partial<GivenConsent> => ({
  text: card.consent_text ?? '',
  textId: card.consent_text_id ?? '',
  language: card.consent_language ?? '',
  at: card.consented_at ?? '',
});

const keptTexts = {
  card_page: 'the buyer, on the page that keeps a card without a charge',
  checkout: 'the buyer, at a checkout',
};

const consentTexts: Readonly<Record<Consent, string>> = {
  ticked: 'The buyer ticked a box, not ticked beforehand, that names the charges and their dates.',
  pressed: 'The order form had no box: sending it was the consent.',
};

/** `origin`: for what the site charged by itself, the purchase that it follows from. */
export const originSection = (
  payment: DisputedPayment,
  origin: (PaidFrom & { readonly at: Date }) | null,
): EvidenceSection => ({
  title: 'Where the order came from',
  facts: [
    ...fromFacts(payment),
    ...(origin === null
      ? []
      : ([
          ['The membership was bought', instantText(origin.at)],
          ...fromFacts(origin).map(([name, value]) => [`${name} of that purchase`, value] as const),
        ] satisfies Fact[])),
  ],
});

const fromFacts = ({ address, deviceId, userAgent }: PaidFrom): Fact[] => [
  ['IP address', told(address)],
  ['Device id', told(deviceId)],
  ['Browser', told(userAgent)],
];
