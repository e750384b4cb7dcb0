import { describe, expect, it } from 'vitest';
import { pageOf } from '../../src/components/studio/use-address.ts';
import { leftAt, placeLeft } from '../../src/lib/navigation/left-at.ts';

describe('Back on the page of one thing', () => {
  it('leads to where the person came from, as they left it', () => {
    const state = leftAt({ pathname: '/admin/transactions', search: '?kind=post&page=2' });
    expect(placeLeft(state, '/admin/subscribers').to).toBe('/admin/transactions?kind=post&page=2');
    // From there, by the palette, to another one and all the way back.
    const second = leftAt({ pathname: '/admin/subscribers/7', search: '', state });
    expect(placeLeft(second, '/admin/subscribers')).toEqual({ to: '/admin/subscribers/7', state });
  });
  it.each([null, undefined, {}, 'x', { leftAt: 3 }, { leftAt: '//elsewhere.example' }, { leftAt: '/feed' }])(
    'leads to its list where that is not known: %j',
    (state) => {
      expect(placeLeft(state, '/admin/subscribers').to).toBe('/admin/subscribers');
    },
  );
});

describe('the page that an address names', () => {
  it.each([
    ['?history=3', 3],
    ['', 1],
    ['?history=0', 1],
    ['?history=x', 1],
    ['?history=100001', 100_000],
    ['?history=1e99', 100_000],
  ])('is one that may be asked for: %s', (search, page) => {
    expect(pageOf(new URLSearchParams(search), 'history')).toBe(page);
  });
});
