import type { Confirmation, PaymentProvider, ProviderEvent } from '@backlot/payments';
import type { AttemptRow, AttemptState } from '../tables.ts';

/** What may be done because a webhook says so. */
export type Trust =
  /** Signed, or confirmed by the provider: what it says. */
  | 'proof'
  /** The same of a sale, whose terms are others than were asked for: money was taken, and delivers nothing. */
  | 'terms-differ'
  /** It can't be looked up now, and all that it carries agrees: a sale that waits opens. */
  | 'plausible'
  /** Nothing yet: its provider can't be asked. */
  | 'unconfirmed'
  /** Nothing: its provider says that it is not so, or not yet. */
  | 'refuted'
  /** A reason to ask the provider how the charge stands, and nothing else. */
  | 'look';

const openStates: readonly AttemptState[] = ['started', 'action', 'pending', 'unknown'];

/** Whether its charge may still come. */
export const isOpen = ({ state }: AttemptRow): boolean => openStates.includes(state);

const trusts: Readonly<Record<Confirmation['kind'], Trust>> = {
  confirmed: 'proof',
  'terms-differ': 'terms-differ',
  plausible: 'plausible',
  unknown: 'unconfirmed',
  refuted: 'refuted',
};

/** How far an event is to be believed. Makes a call where the provider has to confirm it. */
export async function trustIn(
  provider: PaymentProvider | null,
  event: ProviderEvent,
  attempt: AttemptRow | null,
): Promise<Trust> {
  if (provider?.capabilities.webhooks === 'signed') return 'proof';
  if (!provider?.confirm || event.type === 'look') return 'look';
  const sent = attempt && { reference: attempt.id, state: attempt.provider_state };
  const { kind } = await provider.confirm(event, sent);
  return trusts[kind];
}
