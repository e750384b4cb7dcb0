import type { ForumpayAccount } from './ask.ts';

/** `twin`: the stand-in beside the server, outside production. */
export type ForumpayHost = 'live' | 'sandbox' | 'twin';

const urls = { live: 'https://api.forumpay.com', sandbox: 'https://sandbox.api.forumpay.com' } as const;

/** What a site filled in. */
export interface ForumpaySettings {
  readonly enable_forumpay_payment_live_mode: boolean;
  readonly 'forumpay_settings.user': string;
  readonly 'forumpay_settings.secret': string;
  readonly 'forumpay_settings.pos_id': string;
}

/** Where the stand-in is, and a site's own point of sale there, as it is one account for all; null in production. */
export type ForumpayTwinAt = ForumpayAccount | null;

/** The point of sale of every site that names none of its own. */
export const sharedPosId = 'web';

/** WAL-31: the provider's live system or its sandbox, as the setting says; without credentials the stand-in, where there is one. */
export function chooseForumpay(
  settings: ForumpaySettings,
  twin: ForumpayTwinAt,
): { readonly host: ForumpayHost; readonly account: ForumpayAccount } | null {
  const isLive = settings.enable_forumpay_payment_live_mode;
  const posId = settings['forumpay_settings.pos_id'];
  const hosts: readonly ForumpayHost[] = isLive ? ['live'] : ['sandbox', 'twin'];
  for (const host of hosts) {
    const account = forumpayAt(host, posId || (host === 'twin' && twin?.posId) || sharedPosId, settings, twin);
    if (account !== null) return { host, account };
  }
  return null;
}

/** The account at one of them, for payments that were started there; null where its credentials are gone. */
export function forumpayAt(
  host: ForumpayHost,
  posId: string,
  settings: ForumpaySettings,
  twin: ForumpayTwinAt,
): ForumpayAccount | null {
  if (host === 'twin') return twin && { ...twin, posId };
  const { 'forumpay_settings.user': user, 'forumpay_settings.secret': secret } = settings;
  return user === '' || secret === '' ? null : { url: urls[host], user, secret, posId };
}
