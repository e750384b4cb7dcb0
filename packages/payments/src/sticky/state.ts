import type { ChargeState } from '../provider.ts';

/** What finds an order again. */
export interface StickyState {
  /** ISO 8601: when it was about to be placed, give or take a minute. */
  readonly since: string;
  /** Once an answer has told it. */
  readonly orderId?: string;
  /** The order whose card pays. */
  readonly previousOrderId?: string;
  /** ISO 8601: until when the payer may answer their bank. */
  readonly expiresAt?: string;
}

/** What an older version wrote has less in it. */
export function readState(state: ChargeState): StickyState | null {
  const { since } = state;
  if (typeof since !== 'string' || Number.isNaN(Date.parse(since))) return null;
  const text = (name: 'orderId' | 'previousOrderId' | 'expiresAt') =>
    typeof state[name] === 'string' ? { [name]: state[name] } : {};
  return { since, ...text('orderId'), ...text('previousOrderId'), ...text('expiresAt') };
}

export const writeState = (state: StickyState): ChargeState => ({ ...state });
