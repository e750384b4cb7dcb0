import { askedAddress, askedParameter } from '@backlot/domain/routes';
import { useEffect } from 'react';
import { useLocation, type Location, type NavigateFunction } from 'react-router-dom';
import { isStudioPath, paths } from '../paths.ts';
import { readKept, writeKept } from '../storage/kept-text.ts';

/** Where a person was before they went to log in, join or pay. */
export interface ReturnAddress {
  /** Path and search on this site. */
  readonly to: string;
  /** Of the screen that an overlay lay over. */
  readonly background: Location | null;
  /** Key of the entry whose scroll place it was. */
  readonly key: string;
  /** The closed post that they wanted. */
  readonly post: string | null;
  /** It was the landing page: the address is another screen for who is logged in. */
  readonly isLanding: boolean;
  /** A guarded page that a guest asked for: they never were there. */
  readonly isAsked?: boolean;
}

const name = 'place';
/** Screens on the way to somewhere else: none of them is a place to come back to. */
const ways: readonly string[] = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.membership,
  paths.subscribe,
  paths.addPaymentMethod,
  paths.cancelSubscription,
  paths.notFound,
];
export const isOnTheWay = (path: string): boolean => ways.includes(path) || path.startsWith('/change-password/');

/** Remembers where a person is (null: at no screen), until they are on the way to log in, join or pay. */
export function useKeptReturnAddress(at: 'landing' | 'screen' | null): void {
  const location = useLocation();
  useEffect(() => {
    if (at === null || isOnTheWay(location.pathname)) return;
    const background = (location.state as { background?: Location } | null)?.background ?? null;
    writeKept(name, {
      to: location.pathname + location.search,
      background,
      key: (background ?? location).key,
      post: null,
      isLanding: at === 'landing',
    } satisfies ReturnAddress);
  }, [at, location]);
}

/** A guarded address that a guest asked for: after the login they come there. */
export const keepAddress = ({ pathname, search, key }: Pick<Location, 'pathname' | 'search' | 'key'>): void =>
  writeKept(name, {
    to: pathname + search,
    background: null,
    key,
    post: null,
    isLanding: false,
    isAsked: true,
  } satisfies ReturnAddress);

/** What the server turned away and wrote into the login page's address, kept as if this page had turned it away. */
export function takeAskedAddress(
  page: Pick<globalThis.Location, 'pathname' | 'search'>,
  history: Pick<History, 'state' | 'replaceState'>,
): void {
  const asked = page.pathname === paths.login ? new URLSearchParams(page.search).get(askedParameter) : null;
  if (asked === null) return;
  history.replaceState(history.state, '', paths.login);
  const [pathname = '', search = ''] = (askedAddress(asked) ?? '').split(/(?=\?)/);
  if (pathname !== '') keepAddress({ pathname, search, key: '' });
}

/**
 * Where the login page leads who is logged in already. The creator area is a document of its own: the server, which saw
 * no session, would lead back here.
 */
export function askedWithSession(): string {
  const place = keptReturnAddress();
  return place?.isAsked && !isStudioPath(place.to) ? place.to : paths.root;
}

/** A closed post was the reason to go: the way names it, and leads back to it. */
export function wantPost(post: string): void {
  const place = keptReturnAddress();
  if (place) writeKept(name, { ...place, post });
}

/** Null without one. Read from this tab's own storage, and only ever a path of this site. */
export function keptReturnAddress(): ReturnAddress | null {
  const place = readKept<ReturnAddress>(name);
  return place !== null && /^\/(?![/\\])/.test(place.to) ? place : null;
}

/**
 * Where a login leads back to, if anywhere. ACC-03 sends who never was a member to the price after a bare login: without
 * a place, or from the landing page, which is no place for who is logged in. A post, the feed and every other address is
 * come back to.
 */
export function returnAfterLogin(isNewUser: boolean): WayBack | null {
  const place = keptReturnAddress();
  return place === null || (isNewUser && place.isLanding && place.post === null) ? null : wayBack(place);
}

export interface WayBack {
  readonly to: string;
  readonly state: { readonly background?: Location; readonly place: string };
}

/** To the post that was wanted, over the screen where it was met; else to the screen itself, at its scroll place. */
export function wayBack({ to, background, key, post }: ReturnAddress): WayBack {
  if (post === null || to === paths.post(post))
    return { to, state: { ...(background ? { background } : {}), place: key } };
  const [pathname = '/', search = ''] = to.split(/(?=\?)/);
  return {
    to: paths.post(post),
    state: { background: background ?? { pathname, search, hash: '', state: null, key }, place: key },
  };
}

/**
 * Goes there in the place of the login or the payment, which nobody wants to come back to. A post lies over its screen,
 * with an entry of its own, so that closing it leads to that screen.
 */
export async function goBackTo({ to, state }: WayBack, navigate: NavigateFunction): Promise<void> {
  const { background, place } = state;
  if (background) await navigate(background.pathname + background.search, { replace: true, state: { place } });
  await navigate(to, { replace: background === undefined, state });
}
