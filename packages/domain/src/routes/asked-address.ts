import { matchRoute } from './match.ts';

/** The part of the login page's address that names where a guest wanted to go. */
export const askedParameter = 'next';

/** The login page for a guest who asked for `address`, which is kept as far as a login may lead there. */
export function loginFor(address: string): string {
  const asked = askedAddress(address);
  return asked === null ? '/login' : `/login?${askedParameter}=${encodeURIComponent(asked)}`;
}

/**
 * Path and search of an address that a login may lead to, or null. Anybody can write the login page's address, so
 * nothing counts but pages of this site that ask guests to log in: no other host, no call, no file, no logout.
 */
export function askedAddress(address: string): string | null {
  if (address.length > longest || !/^\/[^/\\]/.test(address) || /[\\\p{Cc}]/u.test(address)) return null;
  const [path = '', query] = address.split('#', 1)[0]!.split(/\?(.*)/s, 2);
  // Dots move within a path, and escaped slashes are slashes to whoever reads the path again.
  if (
    path.includes('//') ||
    /%(?:2f|5c|2e|[01].|7f)/i.test(path) ||
    path.split('/').some((part) => part === '.' || part === '..')
  )
    return null;
  const route = matchRoute(path)?.route;
  if (!route || route.comesWith || route.roles === 'public' || route.guests) return null;
  return query ? `${path}?${query}` : path;
}

/** Characters; a filter of a report and its page are far below. */
const longest = 1000;
