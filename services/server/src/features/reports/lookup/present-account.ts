import type { FoundPayment } from '@backlot/contracts/payment-lookup';

/** A provider's account on the wire. The site has left one that is not active. */
export const presentAccount = (
  account: { readonly provider: string; readonly currency: string; readonly state: string } | null,
): FoundPayment['account'] =>
  account && { provider: account.provider, currency: account.currency, is_active: account.state === 'active' };
