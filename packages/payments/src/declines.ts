/** What a decline means for the person who pays, whatever the provider calls it. */
export type DeclineReason =
  /** The bank said no and not why. */
  | 'declined'
  | 'insufficient-funds'
  /** Works again later: the bank could not be reached, a limit, a fault. */
  | 'try-later'
  /** Expired, closed or blocked: another card is needed. */
  | 'new-card-needed'
  /** Number, expiry or cvv do not fit the card. */
  | 'card-data-wrong'
  /** Codes -23 and -24: opens the card-update flow (DECISIONS 23). */
  | 'card-needs-attention'
  /** The token was used or is too old: the card has to be typed again. */
  | 'token-spent'
  /** The payer did not go through with it: gave up, or let the time pass. Nothing is wrong with the card. */
  | 'not-completed'
  /** Our configuration or request was refused, not the card; someone has to look. */
  | 'request-refused';

interface Meaning {
  readonly reason: DeclineReason;
  readonly hard: boolean;
}

/** Numbers as in ISO 8583 and as card providers publish them; words are the sandbox's own. */
const meanings: Readonly<Record<string, Meaning>> = {
  '1': { reason: 'declined', hard: false },
  '2': { reason: 'new-card-needed', hard: true },
  '4': { reason: 'new-card-needed', hard: true },
  '5': { reason: 'declined', hard: false },
  '7': { reason: 'new-card-needed', hard: true },
  '14': { reason: 'card-data-wrong', hard: true },
  '22': { reason: 'try-later', hard: false },
  '27': { reason: 'try-later', hard: false },
  '51': { reason: 'insufficient-funds', hard: false },
  '54': { reason: 'new-card-needed', hard: true },
  '57': { reason: 'declined', hard: true },
  '65': { reason: 'try-later', hard: false },
  '82': { reason: 'card-data-wrong', hard: false },
  '93': { reason: 'declined', hard: true },
  '-23': { reason: 'card-needs-attention', hard: true },
  '-24': { reason: 'card-needs-attention', hard: true },
  // Of CCBill's payment form.
  'BE-140': { reason: 'card-data-wrong', hard: false },
  closed: { reason: 'not-completed', hard: false },
  expired: { reason: 'not-completed', hard: false },
  'not-confirmed': { reason: 'not-completed', hard: false },
  'token-used': { reason: 'token-spent', hard: false },
  'token-expired': { reason: 'token-spent', hard: false },
  'token-unknown': { reason: 'token-spent', hard: false },
  'instrument-unknown': { reason: 'new-card-needed', hard: true },
  // What banks write in words (`declineWord`).
  'insufficient-funds': { reason: 'insufficient-funds', hard: false },
  'pick-up-card': { reason: 'new-card-needed', hard: true },
  'card-expired': { reason: 'new-card-needed', hard: true },
  'account-closed': { reason: 'new-card-needed', hard: true },
  'prepaid-refused': { reason: 'new-card-needed', hard: true },
  'cvv-wrong': { reason: 'card-data-wrong', hard: false },
  'number-wrong': { reason: 'card-data-wrong', hard: true },
  'try-again-later': { reason: 'try-later', hard: false },
  'not-permitted': { reason: 'declined', hard: true },
  blacklisted: { reason: 'declined', hard: true },
  'test-card': { reason: 'declined', hard: true },
};

/** Banks' and gateways' own texts, which differ; the first that fits counts. */
const texts: ReadonlyArray<readonly [RegExp, string]> = [
  [/token/i, 'token-used'],
  [/insufficient|not sufficient|\bnsf\b/i, 'insufficient-funds'],
  [/pick ?-?up|stolen|lost card|fraud/i, 'pick-up-card'],
  [/expired/i, 'card-expired'],
  [/closed|no (?:such )?account|invalid account/i, 'account-closed'],
  [/\bcv[vc]2?\b|security code/i, 'cvv-wrong'],
  [/invalid (?:card|number)|no such issuer|\bluhn\b/i, 'number-wrong'],
  [/try again|unavailable|time(?:d)? ?-?out|limit|frequency|velocity|system (?:error|malfunction)/i, 'try-again-later'],
  [/not (?:permitted|allowed)|restricted|revocation|stop (?:recurring|payment)/i, 'not-permitted'],
  [/not confirmed|authentication failed|3-?ds?\b/i, 'not-confirmed'],
];

/** The word for a bank's text, as `classifyDecline` knows it; a text that nobody has met is a plain decline. */
export const declineWord = (text: string): string => texts.find(([pattern]) => pattern.test(text))?.[1] ?? 'declined';

/** A code that is not in the table is a plain decline that may be tried again. */
export function classifyDecline(code: string): Meaning {
  return (Object.hasOwn(meanings, code) && meanings[code]) || { reason: 'declined', hard: false };
}
