import { describe, expect, it } from 'vitest';
import type { StoredRole, SubscriptionStatus, Viewer } from './roles.ts';
import {
  computedRole,
  guardRole,
  isAdmin,
  isStoredRole,
  isSubscribed,
  menuRole,
  storedRoles,
  viewerRole,
} from './roles.ts';

const person = (role: StoredRole, status: SubscriptionStatus = '0', isProxy = false): Viewer => ({
  role,
  status,
  isProxy,
});

describe('roles', () => {
  it('ROLE-11 the stored roles are exactly eight', () => {
    expect([...storedRoles].sort()).toEqual([
      'admin',
      'content_manager',
      'live_stream_manager',
      'model',
      'proxy_user',
      'sub_admin',
      'support',
      'user',
    ]);
    expect([isStoredRole('model'), isStoredRole('creator'), isStoredRole(null)]).toEqual([true, false, false]);
  });

  it('ROLE-10 the computed role is the first of content_manager, model, admin, support, sub_admin, live_stream_manager, user', () => {
    const order: StoredRole[] = [
      'content_manager',
      'model',
      'admin',
      'support',
      'sub_admin',
      'live_stream_manager',
      'user',
    ];
    for (const [index, first] of order.entries()) expect(computedRole(order.slice(index).toReversed())).toBe(first);
    expect(computedRole('proxy_user')).toBe('user');
    expect(computedRole([])).toBe('user');
  });

  it('ROLE-02 a visitor who is not logged in is a guest', () => {
    expect(viewerRole(null)).toBe('guest');
    expect(isAdmin(null)).toBe(false);
  });

  it('ROLE-04 status 0 is a user without membership', () => {
    expect(viewerRole(person('user', '0'))).toBe('user');
  });

  it('ROLE-05 statuses 1 and 2 are subscribers', () => {
    expect([viewerRole(person('user', '1')), viewerRole(person('user', '2'))]).toEqual(['subscriber', 'subscriber']);
    expect(['0', '1', '2', '3', '', null, undefined].map(isSubscribed)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['model', 'admin'],
    ['sub_admin', 'admin'],
    ['support', 'admin'],
    ['admin', 'super_admin'],
    ['content_manager', 'content_manager'],
    ['live_stream_manager', 'live_stream_manager'],
    ['proxy_user', 'user'],
  ] as const)('ROLE-09 role %s is seen as %s', (role, seen) => {
    expect(viewerRole(person(role))).toBe(seen);
  });

  it('ROLE-06 ROLE-07 the creator and all staff roles but proxy_user are admins', () => {
    expect(storedRoles.filter((role) => isAdmin(person(role))).sort()).toEqual([
      'admin',
      'content_manager',
      'live_stream_manager',
      'model',
      'sub_admin',
      'support',
    ]);
  });

  it('ROLE-08 staff acting as a fan are seen and guarded as a fan', () => {
    const acting = { role: 'user', status: '2', isProxy: true } as const;
    expect([isAdmin(acting), viewerRole(acting), guardRole(acting)]).toEqual([false, 'subscriber', 'proxy_user']);
  });
});

describe('the links menus', () => {
  it.each([
    ['ROLE-12 a guest', null, 'guest'],
    ['ROLE-13 role admin', person('admin'), 'super_admin'],
    ['ROLE-14 the creator', person('model'), 'admin'],
    ['ROLE-14 a content manager', person('content_manager'), 'admin'],
    ['ROLE-15 status 0', person('user', '0'), 'user'],
    ['ROLE-15 status 1', person('user', '1'), 'subscriber'],
    ['ROLE-15 status 2', person('user', '2'), 'subscriber'],
  ] as const)('%s gets its own menu', (_who, viewer, menu) => {
    expect(menuRole(viewer)).toBe(menu);
  });
});
