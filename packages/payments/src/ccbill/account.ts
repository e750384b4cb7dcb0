import type { BillingBounds, Credential, ProviderAccount } from '../provider.ts';

/** What staff fill in for a CCBill account. */
export const credentials = {
  account: { setting: 'ccbill_settings.account_number', isIdentity: true },
  subAccount: { setting: 'ccbill_settings.sub_account', isIdentity: true },
  form: { setting: 'ccbill_settings.form_name' },
  salt: { setting: 'ccbill_settings.salt' },
  dataLinkUser: { setting: 'ccbill_settings.data_link_user' },
  dataLinkPassword: { setting: 'ccbill_settings.data_link_password' },
  isRestOn: { setting: 'enable_ccbill_rest_api', isOptional: true },
  version: { setting: 'payment_api_version', isOptional: true },
  clientId: { setting: 'ccbill_settings.client_id', isOptional: true },
  clientSecret: { setting: 'ccbill_settings.client_secret', isOptional: true },
} as const satisfies Readonly<Record<string, Credential>>;

export interface CcbillAccount {
  readonly account: string;
  /** Four digits. */
  readonly subAccount: string;
  readonly form: string;
  readonly salt: string;
  readonly dataLinkUser: string;
  readonly dataLinkPassword: string;
  /** Of the REST interface; null where the site only uses the form. */
  readonly rest: { readonly id: string; readonly secret: string } | null;
}

export function ccbillAccount({ credentials: given }: ProviderAccount): CcbillAccount {
  const of = (name: keyof typeof credentials): string => (given[name] ?? '').trim();
  const isRestOn = of('isRestOn') !== '' || of('version') === 'v2';
  return {
    account: of('account'),
    subAccount: of('subAccount').padStart(4, '0'),
    form: of('form'),
    salt: of('salt'),
    dataLinkUser: of('dataLinkUser'),
    dataLinkPassword: of('dataLinkPassword'),
    rest: isRestOn && of('clientId') && of('clientSecret') ? { id: of('clientId'), secret: of('clientSecret') } : null,
  };
}

/** Days that a single payment, or the first of a series, may be for. */
const days = { min: 2, max: 365 };

/** CCBill's usual range for first and later charges; its support can widen it. */
export const bounds: BillingBounds = { minMinor: 295, maxMinor: 10_000, firstDays: days };
/** Days between later charges. */
const laterDays: readonly number[] = [30, 60, 90];

/** Days of a payment that later ones do not follow: the form wants some, and they mean nothing to us. */
export const singleDays = 30;

export const isBillable = (
  firstDays: number,
  later: { readonly minor: number; readonly days: number } | null,
): boolean =>
  Number.isInteger(firstDays) &&
  firstDays >= days.min &&
  firstDays <= days.max &&
  (later === null ||
    (laterDays.includes(later.days) && later.minor >= bounds.minMinor && later.minor <= bounds.maxMinor));
