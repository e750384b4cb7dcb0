/** Card numbers with a documented fate. Every other number is declined, so that no real card is ever taken. */

export interface Behaviour {
  /** Declines each charge with this code. */
  readonly decline?: string;
  /** Declines with this code what the merchant starts on its own (renewals). */
  readonly declineMerchantInitiated?: string;
  /** The bank asks the payer whether it is them, then ends so; not asked about what the merchant starts on its own. */
  readonly challengeThen?: 'succeeded' | { readonly decline: string };
  /** Stays pending for a moment, then ends so. */
  readonly pendingThen?: 'succeeded' | { readonly decline: string };
}

export const behaviours: Readonly<Record<string, Behaviour>> = {
  approved: {},
  declined: { decline: '5' },
  'insufficient-funds': { decline: '51' },
  stolen: { decline: '4' },
  expired: { decline: '54' },
  'wrong-cvv': { decline: '82' },
  'bank-unreachable': { decline: '22' },
  'needs-attention-23': { decline: '-23' },
  'needs-attention-24': { decline: '-24' },
  'renewal-declined': { declineMerchantInitiated: '51' },
  'renewal-needs-attention': { declineMerchantInitiated: '-23' },
  'renewal-stolen': { declineMerchantInitiated: '4' },
  challenge: { challengeThen: 'succeeded' },
  'challenge-then-declined': { challengeThen: { decline: '51' } },
  frictionless: {},
  'pending-then-succeeded': { pendingThen: 'succeeded' },
  'pending-then-declined': { pendingThen: { decline: '5' } },
};

export const testCards: Readonly<Record<string, string>> = {
  '4242424242424242': 'approved',
  '4111111111111111': 'approved',
  '5555555555554444': 'approved',
  '2222420000001113': 'approved',
  '378282246310005': 'approved',
  '6011111111111117': 'approved',
  '3566111111111113': 'approved',
  '30569309025904': 'approved',
  '6799990100000000019': 'approved',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient-funds',
  '4000000000009979': 'stolen',
  '4000000000000069': 'expired',
  '4000000000000127': 'wrong-cvv',
  '4000000000000119': 'bank-unreachable',
  '4000000000002313': 'needs-attention-23',
  '4000000000002412': 'needs-attention-24',
  '4000000000000341': 'renewal-declined',
  '4000000000002230': 'renewal-needs-attention',
  '4000000000000259': 'renewal-stolen',
  '4000000000003220': 'challenge',
  '4000008400001629': 'challenge-then-declined',
  '4000000000003055': 'frictionless',
  '4000000000000077': 'pending-then-succeeded',
  '4000000000000085': 'pending-then-declined',
};

export const behaviourOfNumber = (digits: string): string =>
  Object.hasOwn(testCards, digits) ? (testCards[digits] ?? 'declined') : 'declined';
