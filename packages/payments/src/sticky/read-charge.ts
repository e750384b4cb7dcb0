import { classifyDecline, declineWord } from '../declines.ts';
import type { ChargeOutcome, Declined, Instrument } from '../outcomes.ts';
import { brandOf } from './brand-of.ts';
import type { StickyOrder } from './read-order.ts';

/** Codes of orders that were not placed (new_order and its kin), by what they mean for the card. */
const cardCodes: Readonly<Record<string, string>> = {
  '123': 'prepaid-refused',
  '318': 'number-wrong',
  '319': 'number-wrong',
  '320': 'number-wrong',
  '323': 'cvv-wrong',
  '324': 'cvv-wrong',
  '333': 'blacklisted',
  '342': 'card-expired',
};

/** Those that say what is wrong with the request or the account: nothing was charged, and someone has to look. */
const isRefusal = (code: string): boolean => {
  const number = Number(code);
  return (
    [200, 201, 335, 339, 341, 400, 600, 700, 705, 900].includes(number) ||
    (number >= 303 && number <= 332) ||
    (number >= 411 && number <= 415) ||
    (number >= 666 && number <= 669) ||
    (number >= 901 && number <= 906) ||
    (number >= 1000 && number <= 1002)
  );
};

export const declinedAs = (word: string, providerRef?: string): Declined => ({
  kind: 'declined',
  code: word,
  ...classifyDecline(word),
  ...(providerRef === undefined ? {} : { providerRef }),
});

/** Why an order was not approved, by its code and the text of the card's bank; null where the code says nothing certain. */
export function readRefusal(code: string, reason: string, orderId: string | undefined): Declined | null {
  if (code === '800') return declinedAs(declineWord(reason), orderId);
  const word = Object.hasOwn(cardCodes, code) ? cardCodes[code] : undefined;
  if (word !== undefined) return declinedAs(word, orderId);
  return isRefusal(code) ? { kind: 'declined', code, reason: 'request-refused', hard: false } : null;
}

export interface Asked {
  /** Our attempt's id. */
  readonly reference: string;
  /** The account's, where the order shows none. */
  readonly currency: string;
  /** The order whose card paid, where it is another. */
  readonly previousOrderId?: string;
}

/** How an order stands that was placed for a charge of ours; null while it is neither approved nor declined. */
export function readCharge(order: StickyOrder, asked: Asked): ChargeOutcome | null {
  // Another's order under this number: nothing that it says is about us.
  if (order.reference !== null && order.reference !== asked.reference)
    return { kind: 'unknown', cause: 'reference-conflict' };
  if (order.status === 'waiting') return null;
  if (order.status === 'declined')
    return { ...declinedAs(declineWord(order.declineReason), order.orderId), ...firstDigitsOf(order) };
  if (order.isVoid) return declinedAs('voided', order.orderId);
  // Anybody may type the test card, which is approved without money.
  if (order.isTest) return declinedAs('test-card', order.orderId);
  const instrument = instrumentOf(order, asked.previousOrderId ?? order.orderId);
  return {
    kind: 'succeeded',
    providerRef: order.orderId,
    amountMinor: order.totalMinor,
    currency: order.currency ?? asked.currency,
    ...(instrument === null ? {} : { instrument }),
  };
}

/** As an order shows them; nothing where it does not. */
export const firstDigitsOf = ({ card }: StickyOrder): Pick<Declined, 'firstDigits'> =>
  card !== null && /^\d{6}$/.test(card.first6) ? { firstDigits: card.first6 } : {};

/** The order that a card came with stands for it: later ones name it. */
export function instrumentOf({ card }: StickyOrder, id: string): Instrument | null {
  return (
    card && {
      id,
      brand: brandOf(card.type, card.first6),
      last4: card.last4,
      expMonth: card.month,
      expYear: card.year,
    }
  );
}
