import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askedWithSession,
  returnAfterLogin,
  takeAskedAddress,
  wantPost,
  type ReturnAddress,
} from '../../src/lib/navigation/return-address.ts';
import { askedAs, placeAfterJoining } from '../../src/lib/navigation/after-joining.ts';
import { writeKept } from '../../src/lib/storage/kept-text.ts';

const held = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => {
    held.set(key, value);
  },
  removeItem: (key: string) => {
    held.delete(key);
  },
});
beforeEach(() => held.clear());
/** As a screen leaves it behind. */
const was = (to: string, over: Partial<ReturnAddress> = {}): void =>
  writeKept('place', {
    to,
    background: null,
    key: 'k1',
    post: null,
    isLanding: false,
    ...over,
  } satisfies ReturnAddress);

describe('after a login', () => {
  it('ACC-03 nobody is led anywhere but by the rule when they came by the login alone', () => {
    expect([returnAfterLogin(true), returnAfterLogin(false)]).toEqual([null, null]);
  });

  it('ACC-03 a new fan who comes from the landing page goes on to the price', () => {
    was('/', { isLanding: true });
    expect(returnAfterLogin(true)).toBeNull();
    expect(returnAfterLogin(false)).toMatchObject({ to: '/' });
  });

  it.each(['/home', '/home?feed_tag_id=t', '/feed/01900000-0000-7000-8000-000000000001', '/gallery', '/'])(
    'a new fan is back at %s, at the place where they were',
    (to) => {
      was(to);
      expect(returnAfterLogin(true)).toEqual({ to, state: { place: 'k1' } });
    },
  );

  it('a new fan is back at the post that they wanted, over the feed', () => {
    was('/home');
    wantPost('p1');
    expect(returnAfterLogin(true)).toMatchObject({
      to: '/feed/p1',
      state: { background: { pathname: '/home', key: 'k1' }, place: 'k1' },
    });
  });

  it("an address of somebody else's making leads nowhere", () => {
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      was(to);
      expect(returnAfterLogin(true)).toBeNull();
    }
  });
});

describe('the page that the server turned away', () => {
  const history = { state: null, replaceState: vi.fn<History['replaceState']>() };
  const arrive = (search: string, pathname = '/login'): void => takeAskedAddress({ pathname, search }, history);
  beforeEach(() => history.replaceState.mockReset());

  it('is kept for after the login, and leaves the address', () => {
    arrive('?next=%2Fadmin%2Ftransactions%3Ftype%3Drefund');
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/login');
    for (const isNew of [true, false])
      expect(returnAfterLogin(isNew)).toMatchObject({ to: '/admin/transactions?type=refund' });
  });

  it('C9 is the receipt that a mail led to, for members and those who never were one', () => {
    const receipt = '/profile/payments/01900000-0000-7000-8000-000000000001';
    arrive(`?next=${encodeURIComponent(receipt)}`);
    for (const isNew of [true, false]) expect(returnAfterLogin(isNew)).toMatchObject({ to: receipt });
    expect(askedWithSession()).toBe(receipt);
  });

  it('is where somebody with a session goes at once, but for the creator area, which would lead back', () => {
    expect(askedWithSession()).toBe('/');
    arrive('?next=%2Fprofile%2Fupdate');
    expect(askedWithSession()).toBe('/profile/update');
    arrive('?next=%2Fadmin');
    expect(askedWithSession()).toBe('/');
  });

  it("is nothing of somebody else's making, and leaves the place that was kept", () => {
    was('/home');
    for (const next of [
      '//evil.example',
      'https://evil.example/profile',
      '/\\evil.example',
      '/api/users/logout',
      '/logout',
      '/login',
      '/..//evil.example',
      '/\tprofile',
      '',
    ]) {
      arrive(`?next=${encodeURIComponent(next)}`);
      expect(returnAfterLogin(false)).toMatchObject({ to: '/home' });
    }
  });

  it('is asked for on the login page alone', () => {
    arrive('?next=%2Fprofile', '/register');
    expect(history.replaceState).not.toHaveBeenCalled();
    expect(returnAfterLogin(false)).toBeNull();
  });
});

describe('after an account was made', () => {
  it('a guest who asked for the price by the link of a coupon comes to it with the coupon', () => {
    was('/subscribe?coupon=KILN', { isAsked: true });
    expect(askedAs('/subscribe')).toBe('/subscribe?coupon=KILN');
  });

  it.each([
    ['another page', '/profile?coupon=KILN', true],
    ['a page that begins alike', '/subscribed?coupon=KILN', true],
    ['a page where they only were', '/subscribe?coupon=KILN', false],
  ])('%s changes nothing of what comes next', (_, to, isAsked) => {
    was(to, { isAsked });
    expect(askedAs('/subscribe')).toBe('/subscribe');
  });

  it('a guest without a place comes to the price', () => {
    expect(askedAs('/subscribe')).toBe('/subscribe');
  });
});

describe('a new member', () => {
  it('goes on from the page that they asked for only to pay, never back to it', () => {
    was('/subscribe?coupon=KILN', { isAsked: true });
    expect(placeAfterJoining()).toBeNull();
  });

  it('goes on to any other page that they asked for', () => {
    was('/profile/payments', { isAsked: true });
    expect(placeAfterJoining()).toMatchObject({ to: '/profile/payments' });
  });

  it.each(['/', '/home?feed_tag_id=t', '/feed/p1'])('goes on to %s, where they were', (to) => {
    was(to);
    expect(placeAfterJoining()).toMatchObject({ to });
  });

  it('goes on to the feed from a page where they only were', () => {
    was('/gallery');
    expect(placeAfterJoining()).toBeNull();
  });
});
