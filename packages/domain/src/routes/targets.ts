import type { Viewer } from '../people/roles.ts';
import { isAdmin } from '../people/roles.ts';
import { segmentsOf } from './match.ts';

/** Where to go next: inside the app, or by a full load of another address. */
export type Target =
  | { readonly kind: 'route'; readonly to: string }
  | { readonly kind: 'document'; readonly url: string };

export type PaymentMode = 'ccbillRestApi' | 'stickyIo' | 'newRegisterPage' | 'v2' | 'sandbox' | '';

const route = (to: string): Target => ({ kind: 'route', to });

/**
 * ACC-02 to ACC-04. Of a stored route only the last two segments count, which also keeps a planted address
 * from leading off the site.
 */
export function postLoginTarget(input: {
  readonly routeBeforeLogin?: string | null;
  readonly isNewUser: boolean;
}): Target {
  // A backslash would be read as a slash by browsers.
  const segments = segmentsOf((input.routeBeforeLogin ?? '').replaceAll('\\', '')).slice(-2);
  if (segments.length > 0) return route(`/${segments.join('/')}`);
  return route(input.isNewUser ? '/subscribe' : '/');
}

/** ACC-05 to ACC-07. Every card form of our own is at /subscribe; only hosted pages of providers need their address. */
export function postRegisterTarget(paymentMode: PaymentMode, url?: string | null): Target {
  if (paymentMode === 'newRegisterPage' && url && /^https?:\/\//.test(url)) return { kind: 'document', url };
  const hasOwnForm =
    paymentMode === 'ccbillRestApi' || paymentMode === 'stickyIo' || paymentMode === 'v2' || paymentMode === 'sandbox';
  return route(hasOwnForm ? '/subscribe' : '/membership');
}

/** ACC-08, ACC-09. */
export const postResetTarget = (answer: { readonly hasToken: boolean }): Target =>
  route(answer.hasToken ? '/' : '/login');

/** ACC-23: a link that was used or replaced meanwhile leads home; any other refusal leaves the form standing. */
export const resetRefusedTarget = (code: string): Target | null => (code === 'invalid-token' ? route('/') : null);

/** ACC-10. */
export const postForgotTarget = (): Target => route('/login');

/** ACC-01: from a feed page to /; elsewhere the guard of the page decides, so null. */
export function postLogoutTarget(path: string): Target | null {
  const [first = ''] = segmentsOf(path);
  return first === '' || first === 'home' || first === 'feed' ? route('/') : null;
}

/**
 * GEN-25, C15, C16: what stays open in maintenance and to a place that is kept out. Staff who log in need the login page,
 * and so does a member who ends a contract, which is their right whatever the state of the site, also with a password forgotten.
 */
export const isOpenWhileClosed = (path: string): boolean => {
  const segments = segmentsOf(path);
  return waysIn.includes(segments[0] ?? '') || endsOfContracts.includes(segments.join('/'));
};

const waysIn: readonly string[] = ['login', 'forgot-password', 'change-password'];
const endsOfContracts: readonly string[] = ['profile/withdraw', 'profile/cancel-subscription'];

/** GEN-23. */
export const isMaintenanceShown = (
  path: string,
  viewer: Viewer,
  settings: { readonly maintenance_mode: boolean },
): boolean => settings.maintenance_mode && !isAdmin(viewer) && !isOpenWhileClosed(path);
