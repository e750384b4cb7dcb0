import type { PurchaseView } from '@backlot/contracts/purchases';
import { paths } from '../../../lib/paths.ts';

/**
 * Leaves for the page on which the payer has to act, where there is one; it leads back to the purchase's own page. So does
 * Back: the page that is left becomes the purchase's, which says what it waits for, rather than a form that looks unsent.
 */
export function goToPayer({ intent_id: id, action }: Pick<PurchaseView, 'intent_id' | 'action'>): void {
  if (action === null || !/^https?:$/.test(new URL(action.url).protocol)) return;
  globalThis.history.replaceState(null, '', paths.payment(id));
  // Kept by the browser as it was, it would still show the form.
  globalThis.addEventListener('pageshow', ({ persisted }) => persisted && globalThis.location.reload(), { once: true });
  globalThis.location.assign(action.url);
}
