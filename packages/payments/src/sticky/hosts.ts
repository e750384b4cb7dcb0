import type { Credential } from '../provider.ts';

/** What a site has at sticky.io, or at its stand-in. */
export interface StickyAccount {
  /** `https://{appkey}.sticky.io`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly campaignId: string;
  readonly offerId: string;
  readonly productId: string;
  /** One that bills once: renewals are charged by us. */
  readonly billingModelId: string;
  readonly shippingId: string;
  /** The tokenising field, as sticky.io has no page for cards of its own. */
  readonly cardFieldUrl: string;
}

/** Where the stand-in is; null in production. */
export type StickyTwinAt = Pick<StickyAccount, 'url' | 'user' | 'password' | 'cardFieldUrl'> | null;

const isAt = (text: string, isOurs: (host: string) => boolean): boolean => {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.port === '' && isOurs(url.hostname);
};

/** Calls carry a password: they go to sticky.io and to nobody else that a setting names. */
const isInstance = (text: string): boolean => isAt(text, (host) => /^[a-z0-9-]+\.sticky\.io$/.test(host));
const isSecure = (text: string): boolean => isAt(text, () => true);

export const stickyCredentials = {
  url: { setting: 'sticky_io_settings.url', isIdentity: true, fits: isInstance },
  user: { setting: 'sticky_io_settings.user_name' },
  password: { setting: 'sticky_io_settings.password' },
  campaignId: { setting: 'sticky_io_settings.campaign_id', isIdentity: true },
  offerId: { setting: 'sticky_io_settings.offer_id' },
  productId: { setting: 'sticky_io_settings.product_id' },
  billingModelId: { setting: 'sticky_io_settings.billing_model_id' },
  shippingId: { setting: 'sticky_io_settings.shipping_id' },
  cardFieldUrl: { setting: 'sticky_io_card_field_url', fits: isSecure },
} as const satisfies Readonly<Record<keyof StickyAccount, Credential>>;

const ofTwin = { campaignId: '1', offerId: '1', productId: '1', billingModelId: '1', shippingId: '1' } as const;

/** The account that staff filled in; where they filled in nothing, the stand-in's. @throws an Error for half an account */
export function stickyAccount(credentials: Readonly<Record<string, string>>, twin: StickyTwinAt): StickyAccount {
  if (Object.keys(credentials).length === 0 && twin !== null) return { ...ofTwin, ...twin };
  const filled = Object.entries(stickyCredentials).map(([name, { setting, ...check }]) => {
    const text = credentials[name] ?? '';
    if (text === '' || ('fits' in check && !check.fits(text))) throw new Error(`${setting} is missing or wrong.`);
    return [name, text];
  });
  const account = Object.fromEntries(filled) as unknown as StickyAccount;
  return { ...account, url: new URL(account.url).origin };
}
