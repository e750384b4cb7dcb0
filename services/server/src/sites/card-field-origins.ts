import type { Config } from '../config.ts';

type Allowing = Pick<Config, 'cardFieldOrigins' | 'sandbox'>;

/**
 * Whether the page at an address may have cards typed into it. Whoever runs that page reads their numbers, so that it is the
 * operator's to say (`CARD_FIELD_ORIGINS`), not a site's; outside production the stand-in has one as well.
 */
export function mayTakeCards({ cardFieldOrigins, sandbox }: Allowing, address: string): boolean {
  const origin = URL.parse(address)?.origin;
  if (origin === undefined) return false;
  return cardFieldOrigins.includes(origin) || (sandbox !== null && origin === new URL(sandbox.url).origin);
}
