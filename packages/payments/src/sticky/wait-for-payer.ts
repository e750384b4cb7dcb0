import type { ActionNeeded } from '../outcomes.ts';
import { writeState, type StickyState } from './state.ts';

/** Milliseconds that a payer has to answer their bank. */
export const answerWithinMs = 10 * 60_000;

/** Leads the payer to their bank: `three_d_redirect` answers a page that sends them there. */
export function waitForPayer(
  url: string,
  state: StickyState & { readonly orderId: string },
  expiresAt: string,
): ActionNeeded {
  const page = new URL('/api/v1/three_d_redirect', url);
  page.searchParams.set('order_id', state.orderId);
  return {
    kind: 'action',
    action: { type: 'challenge', url: page.href },
    expiresAt,
    providerRef: state.orderId,
    state: writeState({ ...state, expiresAt }),
  };
}
