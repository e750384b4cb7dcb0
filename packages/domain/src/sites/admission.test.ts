import { describe, expect, it } from 'vitest';
import { isSameForAll, refusalsOf, type Gate, type Need, type Visit } from './admission.ts';

const openSite: Visit = {
  session: 'live',
  person: { role: 'user', isBlocked: false },
  isSuspended: false,
  settings: {
    maintenance_mode: false,
    show_age_modal: false,
    blocked_countries: [],
    blocked_regions: [],
    block_unknown_area: false,
  },
  place: { country: 'DE', region: null },
  isAgeConfirmed: false,
};
const shutSite: Visit = {
  ...openSite,
  isSuspended: true,
  settings: { ...openSite.settings, maintenance_mode: true, show_age_modal: true, blocked_countries: ['DE'] },
};
const guest = { session: 'none', person: null } as const;
const staff = { person: { role: 'admin', isBlocked: false } } as const;
const everyone: Need = { access: { kind: 'public' } };
const signedIn: Need = { access: { kind: 'signed-in' } };
const creators: Need = { access: { kind: 'roles', roles: ['model'] } };
const every: readonly Gate[] = ['suspension', 'maintenance', 'area', 'age-gate'];

describe('who is let in', () => {
  it.each<[string, Visit, Need, readonly string[]]>([
    ['a member of an open site', openSite, signedIn, []],
    ['a guest, where everybody may come', { ...openSite, ...guest }, everyone, []],
    ['a guest, where a session is wanted', { ...openSite, ...guest }, signedIn, ['session-required']],
    ['whose session is over', { ...openSite, session: 'ended', person: null }, everyone, ['session-ended']],
    ['the wrong role', openSite, creators, ['role']],
    ['the right role', { ...openSite, person: { role: 'model', isBlocked: false } }, creators, []],
    ['who is blocked', { ...openSite, person: { role: 'user', isBlocked: true } }, everyone, ['block']],
    ['a guest of a shut site', { ...shutSite, ...guest }, everyone, ['suspension', 'maintenance', 'area', 'age-gate']],
    [
      'a guest of a shut site, of age',
      { ...shutSite, ...guest, isAgeConfirmed: true },
      everyone,
      ['suspension', 'maintenance', 'area'],
    ],
    ['a member of a shut site', shutSite, everyone, ['suspension', 'maintenance', 'area']],
    ['staff of a shut site', { ...shutSite, ...staff }, everyone, ['suspension']],
    ['everybody, where every gate is open', { ...shutSite, ...guest }, { ...everyone, open: every }, []],
    [
      'who is blocked, where every gate is open',
      { ...shutSite, person: { role: 'user', isBlocked: true } },
      { ...everyone, open: every },
      ['block'],
    ],
  ])('%s', (_name, visit, need, refusals) => {
    expect(refusalsOf(visit, need)).toEqual(refusals);
  });

  it('every reason holds at once, in the one order', () => {
    const worst: Visit = { ...shutSite, person: { role: 'user', isBlocked: true } };
    expect(refusalsOf(worst, creators)).toEqual(['suspension', 'maintenance', 'area', 'block', 'role']);
    expect(refusalsOf({ ...shutSite, session: 'ended', person: null }, creators)).toEqual([
      'session-ended',
      'suspension',
      'maintenance',
      'area',
      'age-gate',
      'role',
    ]);
  });

  it.each(every)('an open %s lets through, and no other gate', (gate) => {
    const shut = every.filter((one) => one !== gate);
    expect(refusalsOf({ ...shutSite, ...guest }, { ...everyone, open: [gate] })).toEqual(shut);
    expect(refusalsOf({ ...shutSite, ...guest }, { ...everyone, open: shut })).toEqual([gate]);
  });
});

describe('what a shared cache may keep', () => {
  it.each([
    ['maintenance', { maintenance_mode: true }],
    ['age-gate', { show_age_modal: true }],
    ['area', { blocked_regions: ['US-UT'] }],
    ['area', { block_unknown_area: true }],
  ] as const)('nothing while %s decides, but for what is open to it', (gate, over) => {
    const settings = { ...openSite.settings, ...over };
    expect(isSameForAll(openSite.settings, everyone)).toBe(true);
    expect(isSameForAll(settings, everyone)).toBe(false);
    expect(isSameForAll(settings, { ...everyone, open: [gate] })).toBe(true);
  });
});
