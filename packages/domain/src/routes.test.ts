import { describe, expect, it } from 'vitest';
import type { GuardRole, StoredRole, Viewer } from './people/roles.ts';
import {
  guard,
  isMaintenanceShown,
  isOpenWhileClosed,
  matchRoute,
  postForgotTarget,
  postLoginTarget,
  postLogoutTarget,
  postRegisterTarget,
  postResetTarget,
  refusalOf,
  resetRefusedTarget,
  routeTable,
} from './routes.ts';

const settings = {
  show_reporting_page_to_content_manager: true,
  hide_earnings: false,
  enable_csv_download_for_content_managers: true,
  enable_live_stream_report_for_content_manager: true,
  enable_internal_shop: true,
  show_like_the_website_form: true,
};
const people: Record<GuardRole, Viewer> = {
  user: { role: 'user', status: '0' },
  content_manager: { role: 'content_manager', status: '0' },
  model: { role: 'model', status: '0' },
  admin: { role: 'admin', status: '0' },
  support: { role: 'support', status: '0' },
  sub_admin: { role: 'sub_admin', status: '0' },
  live_stream_manager: { role: 'live_stream_manager', status: '0' },
  proxy_user: { role: 'user', status: '2', isProxy: true },
};
const roles = Object.keys(people) as GuardRole[];
/** Also for pages that are still to be built. */
const mayOpen = (path: string, role: GuardRole, given = settings): boolean =>
  refusalOf(matchRoute(path)!.route, people[role]!, given) === null;
const allowedAt = (path: string, given = settings) => roles.filter((role) => mayOpen(path, role, given)).sort();
const built = routeTable.filter(({ comesWith }) => comesWith === undefined);
const all = [...roles].sort();
const without = (...out: GuardRole[]) => all.filter((role) => !out.includes(role));

describe('the route table', () => {
  it('names every path once', () => {
    const paths = routeTable.map((route) => route.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each([
    ['/feed/abc', '/feed/:blog_id/:from_notification?', { blog_id: 'abc' }],
    ['/feed/abc/1?x=/y#z', '/feed/:blog_id/:from_notification?', { blog_id: 'abc', from_notification: '1' }],
    ['/shop/view-cart', '/shop/view-cart', {}],
    ['/shop/17', '/shop/:id', { id: '17' }],
    ['/private-chat', '/private-chat/:id?', {}],
    ['/purchased-contents', '/purchased-contents', {}],
    ['/my%20page/', '/:path', { path: 'my page' }],
    ['/%E0%A4%A', '/:path', { path: '%E0%A4%A' }],
    ['/admin/settings/theme', '/admin/settings/theme', {}],
    ['/', '/', {}],
  ])('%s is %s', (path, route, params) => {
    expect(matchRoute(path)).toMatchObject({ route: { path: route }, params });
  });

  it('NAV-26 a path that matches nothing is not found, logged in or not', () => {
    for (const path of ['/a/b', '/admin/settings/nonsense', '/profile/x/y']) {
      expect(guard(path, null, settings)).toEqual({ outcome: 'not_found' });
      expect(guard(path, people.admin, settings)).toEqual({ outcome: 'not_found' });
    }
  });
});

describe('the guard', () => {
  it('ROLE-44 an unauthenticated visitor of any guarded route is sent to /login', () => {
    for (const route of built.filter(({ roles: allowed }) => allowed !== 'public')) {
      const path = route.path.replace(/:(\w+)\??/g, 'x');
      // The offer is for guests too; it opens nothing else to them.
      expect(guard(path, null, settings), path).toMatchObject(
        route.guests ? { outcome: 'allow' } : { outcome: 'redirect', to: '/login' },
      );
    }
    expect(built.filter(({ guests }) => guests).map(({ path }) => path)).toEqual(['/membership']);
  });

  it('ROLE-43 a role that a route does not name is denied, for every role and route', () => {
    for (const route of built) {
      if (route.roles === 'public') continue;
      const path = route.path.replace(/:(\w+)\??/g, 'x');
      for (const role of roles) {
        const outcome = guard(path, people[role], settings).outcome;
        expect(outcome, `${role} at ${path}`).toBe(route.roles.includes(role) ? 'allow' : 'deny');
      }
    }
  });

  it('a page that is still to be built is not there, for nobody', () => {
    const waiting = routeTable.filter(({ comesWith }) => comesWith !== undefined);
    expect(waiting.length).toBeGreaterThan(0);
    for (const route of waiting) {
      const path = route.path.replace(/:(\w+)\??/g, 'x');
      for (const viewer of [null, ...Object.values(people)])
        expect(guard(path, viewer, settings), path).toEqual({ outcome: 'not_found' });
    }
  });

  it.each([
    ['ROLE-42 membership', '/membership', without('live_stream_manager', 'proxy_user')],
    ['ROLE-42 subscribe', '/subscribe', without('live_stream_manager', 'proxy_user')],
    ['the cart', '/shop/view-cart', without('live_stream_manager', 'proxy_user', 'content_manager')],
    ['the wallet', '/profile/wallet', ['user']],
    ['payments', '/profile/payments', ['user']],
    ['a receipt', '/profile/payments/some-id', ['user']],
    ['ROLE-17 payment method', '/profile/payment-method', ['user']],
    ['ROLE-17 cancel subscription', '/profile/cancel-subscription', ['user']],
    ['withdrawal', '/profile/withdraw', ['user']],
    ['a change of email', '/change-email-verification/tok', ['user']],
    ['help of users', '/user-help', ['proxy_user', 'user']],
    ['notifications of users', '/user-notification/notification', ['proxy_user', 'user']],
    ['ROLE-23 announcement banner', '/admin/settings/announcement-banner', ['admin', 'model']],
    ['ROLE-24 the cancellation report', '/admin/cancellation', ['admin', 'model']],
    ['the tools of staff', '/admin/super-admin-tools', ['admin', 'sub_admin', 'support']],
    ['the lookup', '/admin/super-admin-tools/lookup', ['admin', 'sub_admin', 'support']],
    ['the lookup of an order', '/admin/super-admin-tools/sticky-io-lookup', ['admin', 'sub_admin', 'support']],
    [
      'ROLE-25 transactions, with the creator and reporting content managers',
      '/admin/transactions',
      ['admin', 'content_manager', 'model', 'sub_admin', 'support'],
    ],
    ['payment settings', '/admin/settings/payment', ['admin']],
    [
      'reporting, with the creator and reporting content managers',
      '/admin/reporting',
      ['admin', 'content_manager', 'model'],
    ],
    ['ROLE-28 universal login settings', '/admin/settings/universal-login', ['admin', 'sub_admin']],
    ['ROLE-29 most settings', '/admin/settings/theme', ['admin', 'model', 'sub_admin']],
    ["a new site's set-up", '/admin/set-up/look', ['admin', 'model', 'sub_admin']],
    ["the resubscribe offer's user report", '/admin/user-report', ['admin', 'model', 'sub_admin']],
    ['ROLE-30 subscribers', '/admin/subscribers', ['admin', 'content_manager', 'model', 'sub_admin']],
    ['mass messages', '/admin/mass-messages', ['admin', 'content_manager', 'model', 'sub_admin']],
    ['ROLE-30 locked content', '/admin/locked-exclusive-content', ['admin', 'content_manager', 'model', 'sub_admin']],
    ['private chat', '/private-chat/1', all],
    ['the profile', '/profile/update', all],
  ])('%s', (_rule, path, expected) => {
    expect(allowedAt(path)).toEqual(expected);
  });

  it('ROLE-36 a live_stream_manager has no settings', () => {
    const settingsPaths = routeTable
      .filter(({ path }) => path.startsWith('/admin/settings'))
      .map(({ path }) => path.replace(':page', 'x'));
    for (const path of settingsPaths) expect(mayOpen(path, 'live_stream_manager'), path).toBe(false);
  });

  it.each([
    ['/admin/subscribers', { show_reporting_page_to_content_manager: false }],
    ['/admin/subscribers', { hide_earnings: true }],
    ['/admin/transactions', { show_reporting_page_to_content_manager: false }],
    ['/admin/transactions', { hide_earnings: true }],
    ['/admin/purchased-by/locked-exclusive-content/p', { show_reporting_page_to_content_manager: false }],
    ['/admin/purchased-by/locked-exclusive-content/p/q', { hide_earnings: true }],
  ])('ROLE-33 a content manager is kept from %s by %o', (path, change) => {
    expect(guard(path, people.content_manager, settings).outcome).toBe('allow');
    expect(guard(path, people.content_manager, { ...settings, ...change })).toEqual({
      outcome: 'deny',
      reason: 'setting',
    });
    expect(guard(path, people.model, { ...settings, ...change }).outcome).toBe('allow');
  });

  it('content managers export users only when that is switched on', () => {
    const off = { ...settings, enable_csv_download_for_content_managers: false };
    expect(allowedAt('/admin/settings/export-users')).toContain('content_manager');
    expect(allowedAt('/admin/settings/export-users', off)).not.toContain('content_manager');
  });

  it('purchase notifications are kept from a content manager who sees no earnings', () => {
    const hidden = { ...settings, hide_earnings: true };
    expect([
      mayOpen('/notification/purchased', 'content_manager'),
      mayOpen('/notification/purchased', 'content_manager', hidden),
      mayOpen('/notification/likes', 'content_manager', hidden),
    ]).toEqual([true, false, true]);
  });

  it('live session history is for admin, sub_admin and, when switched on, content_manager', () => {
    const off = { ...settings, enable_live_stream_report_for_content_manager: false };
    expect(allowedAt('/admin/live-stream-sessions')).toEqual(['admin', 'content_manager', 'sub_admin']);
    expect(allowedAt('/admin/live-stream-sessions', off)).toEqual(['admin', 'sub_admin']);
  });

  it('a page behind a switch is not there while it is off', () => {
    expect(guard('/like-the-website', null, settings).outcome).toBe('allow');
    expect(guard('/like-the-website', null, { ...settings, show_like_the_website_form: false }).outcome).toBe(
      'not_found',
    );
  });
});

describe('where to go next', () => {
  it.each([
    [
      'ACC-02 a stored link',
      { routeBeforeLogin: '/change-email-verification/tok', isNewUser: true },
      '/change-email-verification/tok',
    ],
    [
      'ACC-02 only the last two segments of it',
      { routeBeforeLogin: 'https://evil.example/a/b?c#d', isNewUser: false },
      '/a/b',
    ],
    ['ACC-02 nothing off the site', { routeBeforeLogin: '//evil.example', isNewUser: false }, '/evil.example'],
    ['ACC-02 nor by backslashes', { routeBeforeLogin: '/\\evil.example', isNewUser: false }, '/evil.example'],
    ['ACC-03 a new user', { routeBeforeLogin: null, isNewUser: true }, '/subscribe'],
    ['ACC-04 a user who is not new', { routeBeforeLogin: '', isNewUser: false }, '/'],
  ])('%s leads on after the login', (_rule, input, to) => {
    expect(postLoginTarget(input)).toEqual({ kind: 'route', to });
  });

  it.each([
    ['ACC-05', '', undefined, { kind: 'route', to: '/membership' }],
    ['ACC-06', 'ccbillRestApi', undefined, { kind: 'route', to: '/subscribe' }],
    ['ACC-06', 'stickyIo', undefined, { kind: 'route', to: '/subscribe' }],
    ['ACC-06', 'v2', undefined, { kind: 'route', to: '/subscribe' }],
    ['ACC-07', 'newRegisterPage', 'https://pay.example/form', { kind: 'document', url: 'https://pay.example/form' }],
    ['ACC-07', 'newRegisterPage', 'javascript:alert(1)', { kind: 'route', to: '/membership' }],
    ['ACC-07', 'newRegisterPage', null, { kind: 'route', to: '/membership' }],
  ] as const)('%s after registering with mode "%s" and address %s', (_rule, mode, url, target) => {
    expect(postRegisterTarget(mode, url)).toEqual(target);
  });

  it('ACC-08 ACC-09 a reset leads to the login, or home when it began a session', () => {
    expect(postResetTarget({ hasToken: false })).toEqual({ kind: 'route', to: '/login' });
    expect(postResetTarget({ hasToken: true })).toEqual({ kind: 'route', to: '/' });
  });

  it('ACC-23 a reset link that is over by then leads to /, another refusal stays at the form', () => {
    expect([resetRefusedTarget('invalid-token'), resetRefusedTarget('password-too-short')]).toEqual([
      { kind: 'route', to: '/' },
      null,
    ]);
  });

  it('ACC-10 asking for a reset leads to the login', () => {
    expect(postForgotTarget()).toEqual({ kind: 'route', to: '/login' });
  });

  it('ACC-01 logging out on a feed page leads to /', () => {
    for (const path of ['/', '/home', '/feed/1']) expect(postLogoutTarget(path)).toEqual({ kind: 'route', to: '/' });
    expect(postLogoutTarget('/profile')).toBeNull();
  });
});

describe('gates over the whole site', () => {
  const on = { maintenance_mode: true };
  const staff: StoredRole[] = ['model', 'admin', 'sub_admin', 'content_manager', 'live_stream_manager', 'support'];

  it('GEN-23 maintenance is shown to everyone but staff', () => {
    expect([null, people.user, people.proxy_user].map((viewer) => isMaintenanceShown('/', viewer, on))).toEqual([
      true,
      true,
      true,
    ]);
    expect(staff.filter((role) => isMaintenanceShown('/', { role, status: '0' }, on))).toEqual([]);
    expect(isMaintenanceShown('/', null, { maintenance_mode: false })).toBe(false);
  });

  it('GEN-25 the login page stays open during maintenance', () => {
    expect(isMaintenanceShown('/login', null, on)).toBe(false);
  });

  it('C15 C16 so do the pages on which a member ends a contract or chooses another password, and no other', () => {
    for (const path of [
      '/profile/withdraw',
      '/profile/withdraw/',
      '/profile/cancel-subscription',
      '/forgot-password',
      '/change-password/token',
    ])
      expect([isMaintenanceShown(path, people.user, on), isOpenWhileClosed(path)], path).toEqual([false, true]);
    for (const path of ['/', '/profile', '/profile/payments', '/profile/withdraw/x', '/withdraw', '/loginx'])
      expect([isMaintenanceShown(path, people.user, on), isOpenWhileClosed(path)], path).toEqual([true, false]);
  });
});
