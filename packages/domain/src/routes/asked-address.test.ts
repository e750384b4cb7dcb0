import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedAddress, loginFor, matchRoute } from '../routes.ts';

describe('the address that a guest asked for', () => {
  it.each([
    '/profile',
    '/profile/payment-method',
    '/admin',
    '/admin/transactions?type=refund&page=2',
    '/profile?to=https://evil.example',
  ])('%s is kept', (address) => {
    expect(askedAddress(address)).toBe(address);
    expect(new URLSearchParams(loginFor(address).split('?')[1]).get('next')).toBe(address);
  });

  it('is kept without its fragment', () => {
    expect(askedAddress('/profile#cards')).toBe('/profile');
  });

  it.each([
    [
      'another host',
      [
        'https://evil.example/profile',
        '//evil.example/profile',
        '///profile',
        'evil.example/profile',
        'http:/profile',
        'javascript:alert(1)',
        '',
      ],
    ],
    ['backslashes', ['/\\evil.example', '\\\\evil.example', '/profile\\..', '/admin\\/x']],
    [
      'dots and escapes',
      [
        '/..//evil.example',
        '/./profile',
        '/profile/../api/users/logout',
        '/%2e%2e/profile',
        '/%2Fevil.example',
        '/profile/%5cevil',
        '/admin//evil.example',
      ],
    ],
    ['control characters', ['/\tprofile', '/pro\nfile', '/profile\r\nset-cookie: a=b', '/\u0000', '/profile/%0d%0a']],
    ['calls, files, logout', ['/api/users/logout', '/logout', '/media/a/b.jpg', '/assets/a.js', '/api']],
    [
      'pages that ask for no login',
      ['/', '/login', '/login?next=/login', '/register', '/home', '/feed/1', '/membership', '/nowhere/at/all'],
    ],
    ['what is too long', [`/profile?${'a'.repeat(1000)}`]],
  ])('is never %s', (_, addresses) => {
    for (const address of addresses) {
      expect(askedAddress(address), JSON.stringify(address)).toBeNull();
      expect(loginFor(address)).toBe('/login');
    }
  });

  it('leads to a guarded page of this host whatever is written there', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      'profile',
      'admin',
      'update',
      'evil.example',
      'https:',
      '@',
      '?',
      '#',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      ':',
      '&next=',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
        (address) => {
          const asked = askedAddress(address);
          if (asked === null) return;
          const url = new URL(asked, 'https://site.example/login');
          expect([url.origin, url.pathname + url.search]).toEqual(['https://site.example', asked.replace(/\?$/, '')]);
          expect(matchRoute(url.pathname)?.route.roles).not.toBe('public');
        },
      ),
      { numRuns: 500 },
    );
  });
});
