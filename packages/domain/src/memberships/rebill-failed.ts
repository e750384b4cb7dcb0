import { isAdmin, type Viewer } from '../people/roles.ts';
import { refusedRequest } from './decline-class.ts';

/**
 * SUB-39 to SUB-41: 'I want you back!' is for fans whose renewal failed. Under v1 the rules want the REST interface: there
 * CCBill's form renews by itself. A membership that we renew ourselves is asked back whatever the version is, which chooses
 * between CCBill's doors and says nothing of other providers.
 */
export const showsRebillFailed = (
  viewer: Viewer,
  isRebillFailed: boolean,
  isRenewedByUs: boolean,
  settings: { readonly payment_api_version: string; readonly enable_ccbill_rest_api: boolean },
): boolean =>
  viewer !== null &&
  !isAdmin(viewer) &&
  isRebillFailed &&
  (isRenewedByUs || settings.payment_api_version === 'v2' || settings.enable_ccbill_rest_api);

/**
 * SUB-45, SUB-46: a card that no try will be made with any more has to make way for another. Of none is anything asked where
 * it was never charged.
 */
export function rebillFailedText(
  nextTryAt: string | null,
  reason: string | null,
): 'rebill-failed-text' | 'rebill-new-card' | 'rebill-not-renewed' {
  if (reason === refusedRequest) return 'rebill-not-renewed';
  return nextTryAt === null ? 'rebill-new-card' : 'rebill-failed-text';
}
