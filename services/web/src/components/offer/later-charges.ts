import type { MembershipQuote } from '@backlot/contracts/memberships';

/** When what is paid later is charged first, and every how many days; `null` for every month. */
export interface LaterCharges {
  readonly at: string;
  readonly days: number | null;
}

/** The wallet is charged by calendar months, whatever the provider of cards counts (C13). */
export const laterCharges = (quote: MembershipQuote, isFromWallet: boolean): LaterCharges =>
  isFromWallet
    ? { at: quote.wallet_next_charge_at, days: null }
    : { at: quote.next_charge_at, days: quote.renewal_days };
