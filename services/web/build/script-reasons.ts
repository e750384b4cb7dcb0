/** Why a page runs a script (PCI DSS 6.4.3), by where its source lies: the first that fits. */
const reasons: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [/(?:^|\/)src\/entry-/, 'Starts the pages of the site or of the creator’s area.'],
  [
    /(?:^|\/)src\/features\/checkout\//,
    'Shows an order, its price and the form around the provider’s card field, and sends it.',
  ],
  [/(?:^|\/)src\/features\/([\w-]+)\//, 'The screens and dialogs of “$1”.'],
  [/(?:^|\/)texts\//, 'The texts of the interface in one language.'],
  [/(?:^|\/)themes\//, 'The look of a site’s theme.'],
  [/(?:^|\/)src\/lib\/human-check\//, 'Asks whether somebody is a person after many declined cards.'],
  [/(?:^|\/)src\/lib\/start-analytics/, 'Counts visits, where the site has set it up and the visitor agreed.'],
  [/(?:^|\/)node_modules\//, 'A library that the screens are made with.'],
];

export function reasonOf(source: string): string {
  for (const [pattern, reason] of reasons) {
    const found = pattern.exec(source);
    if (found) return reason.replace('$1', found[1] ?? '');
  }
  return 'Parts that several screens share.';
}

/** What no build writes: where a site has set it up, a page loads it from elsewhere. */
export const thirdParties = [
  {
    origin: 'the payment provider’s',
    kind: 'frame',
    reason: 'The field for number, expiry and security code: the card is typed in the provider’s own page.',
  },
  {
    origin: 'https://www.google.com/recaptcha/, https://www.gstatic.com/recaptcha/',
    kind: 'script',
    reason: 'The human check, where a site has keys for it. It can’t have a fixed hash: its maker changes it.',
  },
  {
    origin: 'https://www.googletagmanager.com',
    kind: 'script',
    reason: 'Counts visits, where a site has an id for it and the visitor agreed. It can’t have a fixed hash.',
  },
] as const;
