/** What a decline means for the person who pays, as providers are read (`DeclineReason` of payments), and a renewal without a card or funds. */
const told = [
  'declined',
  'insufficient-funds',
  'try-later',
  'new-card-needed',
  'card-data-wrong',
  'token-spent',
  'not-completed',
  'request-refused',
  'no-card',
  'wallet-low',
] as const;

export type DeclineText = `decline-${(typeof told)[number]}` | 'card-needs-attention';

/** Text id of the reason, as far as the provider tells it; for a reason that nobody knows, that the bank gave none. */
export function declineText(reason: unknown): DeclineText {
  if (reason === 'card-needs-attention') return 'card-needs-attention';
  const known = told.find((one) => one === reason);
  return `decline-${known ?? 'declined'}`;
}

/**
 * Whether what was declined with its buyer there may be tried with another provider: no hard decline (C20), and nothing
 * that its payer refused or gave up, as at their bank's question.
 */
export const mayTryAnotherWay = (declined: {
  readonly reason: string | null;
  readonly isHard: boolean | null;
}): boolean =>
  declined.isHard === false && declined.reason !== 'not-completed' && declined.reason !== 'card-needs-attention';
