import { createHash } from 'node:crypto';
import type { CcbillAccount } from './account.ts';
import type { CcbillHosts } from './hosts.ts';
import { amountText, currencyCode } from './money.ts';

/** What the form asks the payer for. */
export interface FormTerms {
  readonly amountMinor: number;
  readonly currency: string;
  readonly firstDays: number;
  /** Later charges, until cancelled; null for a single payment. */
  readonly later: { readonly minor: number; readonly days: number } | null;
}

/** Number of rebills that means 'until cancelled'. */
const untilCancelled = '99';

/** Names and values in the order in which the digest takes them. */
function pricing({ amountMinor, currency, firstDays, later }: FormTerms): readonly (readonly [string, string])[] {
  return [
    ['initialPrice', amountText(amountMinor, currency)],
    ['initialPeriod', String(firstDays)],
    ...(later
      ? ([
          ['recurringPrice', amountText(later.minor, currency)],
          ['recurringPeriod', String(later.days)],
          ['numRebills', untilCancelled],
        ] as const)
      : []),
    ['currencyCode', currencyCode(currency) ?? ''],
  ];
}

/** MD5 over the values as they stand in the address and the salt: nobody but us can have set the price. */
export const formDigest = (values: readonly string[], salt: string): string =>
  createHash('md5')
    .update(values.join('') + salt)
    .digest('hex');

/**
 * The address of the account's payment form for these terms. What `passed` names comes back with each notice as
 * `X-<name>`.
 */
export function formUrl(
  hosts: CcbillHosts,
  account: CcbillAccount,
  terms: FormTerms,
  passed: Readonly<Record<string, string>>,
): string {
  const url = new URL(`/wap-frontflex/flexforms/${encodeURIComponent(account.form)}`, hosts.form);
  const priced = pricing(terms);
  const digest = formDigest(
    priced.map(([, value]) => value),
    account.salt,
  );
  for (const [name, value] of [
    ['clientAccnum', account.account],
    ['clientSubacc', account.subAccount],
    ...priced,
    ['formDigest', digest],
    ...Object.entries(passed),
  ] as const)
    url.searchParams.set(name, value);
  return url.href;
}
