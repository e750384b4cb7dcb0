import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkSigningKeys,
  mediaExpiry,
  signMediaPath,
  signUploadPath,
  verifyMediaPath,
  verifyUploadPath,
  type MediaAsker,
  type MediaTicket,
  type SigningKeys,
} from './signed-paths.ts';

const keys: SigningKeys = checkSigningKeys({ current: 'k2', keys: { k1: 'one'.repeat(20), k2: 'two'.repeat(20) } });
const expiresAt = 1_767_225_600_000;
const mediaId = '019b7a3c-0000-7000-8000-000000000001';
const ticket: MediaTicket = {
  tenant: { id: 'abc123def456' },
  mediaId,
  variant: 'w640',
  viewer: { kind: 'user', id: 'u-1' },
  expiresAt,
};
const asker: MediaAsker = { tenant: { id: 'abc123def456' }, userId: 'u-1', sessionId: 's-1', now: expiresAt - 1 };
const invalid = { allowed: false, reason: 'invalid' };

describe('a private media address', () => {
  it('opens the item to its viewer', () => {
    expect(verifyMediaPath(keys, signMediaPath(keys, ticket), asker)).toEqual({
      allowed: true,
      mediaId,
      variant: 'w640',
      viewer: 'user',
      expiresAt,
    });
    const ofSession = signMediaPath(keys, { ...ticket, viewer: { kind: 'session', id: 's-1' } });
    expect(verifyMediaPath(keys, ofSession, asker)).toMatchObject({ allowed: true, viewer: 'session' });
    const ofAnyone = signMediaPath(keys, { ...ticket, viewer: { kind: 'anyone' } });
    expect(verifyMediaPath(keys, ofAnyone, { tenant: ticket.tenant, now: 0 })).toMatchObject({
      allowed: true,
      viewer: 'anyone',
    });
  });

  it('works until one millisecond before its expiry', () => {
    const path = signMediaPath(keys, ticket);
    expect(verifyMediaPath(keys, path, { ...asker, now: expiresAt - 1 })).toMatchObject({ allowed: true });
    expect(verifyMediaPath(keys, path, { ...asker, now: expiresAt })).toEqual({ allowed: false, reason: 'expired' });
    expect(verifyMediaPath(keys, path, { ...asker, now: expiresAt + 1 })).toEqual({
      allowed: false,
      reason: 'expired',
    });
  });

  it('is worth nothing to anybody else', () => {
    const path = signMediaPath(keys, ticket);
    for (const other of [
      { tenant: { id: 'abc123def457' } },
      { userId: 'u-2' },
      { userId: undefined },
      { userId: '' },
      { userId: undefined, sessionId: 'u-1' },
      { userId: 's-1', sessionId: 'u-1' },
    ]) {
      expect(verifyMediaPath(keys, path, { ...asker, ...other })).toEqual(invalid);
      // Another's address does not even tell whether it has expired.
      expect(verifyMediaPath(keys, path, { ...asker, ...other, now: expiresAt + 1 })).toEqual(invalid);
    }
  });

  it('does not change its meaning when one kind of viewer is written for another', () => {
    const path = signMediaPath(keys, ticket);
    for (const letter of ['s', 'a']) {
      expect(verifyMediaPath(keys, path.replace('/u.', `/${letter}.`), { ...asker, sessionId: 'u-1' })).toEqual(
        invalid,
      );
    }
  });

  it('outlives a change of keys, until the old key goes', () => {
    const older = signMediaPath({ ...keys, current: 'k1' }, ticket);
    expect(verifyMediaPath(keys, older, asker)).toMatchObject({ allowed: true });
    expect(verifyMediaPath({ current: 'k2', keys: { k2: keys.keys['k2']! } }, older, asker)).toEqual(invalid);
    expect(verifyMediaPath(keys, older.replace('.k1.', '.k2.'), asker)).toEqual(invalid);
    for (const name of ['constructor', 'tostring', '__proto_'])
      expect(verifyMediaPath(keys, older.replace('.k1.', `.${name}.`), asker)).toEqual(invalid);
  });

  it('is refused after any edit: 2,000 random ones', () => {
    const path = signMediaPath(keys, ticket);
    const signs = fc.constantFrom(
      ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./%?=&#\0 é'.split(''),
    );
    const place = fc.nat({ max: path.length });
    const edit = fc.oneof(
      fc.record({ kind: fc.constant('replace' as const), place, sign: signs }),
      fc.record({ kind: fc.constant('insert' as const), place, sign: signs }),
      fc.record({ kind: fc.constant('remove' as const), place, sign: signs }),
      fc.record({ kind: fc.constant('swap' as const), place, sign: signs }),
      fc.record({ kind: fc.constant('cut' as const), place, sign: signs }),
      fc.record({ kind: fc.constant('case' as const), place, sign: signs }),
      fc.record({ kind: fc.constant('percent' as const), place, sign: signs }),
    );
    const applied = (
      text: string,
      { kind, place: at, sign }: { kind: string; place: number; sign: string },
    ): string => {
      const [before, here, after] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)];
      switch (kind) {
        case 'replace':
          return before + sign + after;
        case 'insert':
          return before + sign + here + after;
        case 'remove':
          return before + after;
        case 'swap':
          return before + after.slice(0, 1) + here + after.slice(1);
        case 'cut':
          return before;
        case 'case':
          return before + (here === here.toLowerCase() ? here.toUpperCase() : here.toLowerCase()) + after;
        default:
          return here === '' ? text : `${before}%${here.charCodeAt(0).toString(16)}${after}`;
      }
    };
    const edited = fc
      .array(edit, { minLength: 1, maxLength: 3 })
      .map((edits) => edits.reduce(applied, path))
      .filter((text) => text !== path);
    fc.assert(
      fc.property(edited, (text) => !verifyMediaPath(keys, text, asker).allowed),
      { numRuns: 2000 },
    );
    expect(verifyMediaPath(keys, path, asker)).toMatchObject({ allowed: true });
  });

  it('has one spelling: the last letter of a signature cannot be one that decodes alike', () => {
    const path = signMediaPath(keys, ticket);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const accepted = [...alphabet].filter((letter) => verifyMediaPath(keys, path.slice(0, -1) + letter, asker).allowed);
    expect(accepted).toEqual([path.at(-1)]);
  });

  it('cannot be made from parts that do not fit', () => {
    for (const wrong of [
      { mediaId: '../../x' },
      { variant: 'w640/../w1600' },
      { variant: '' },
      { expiresAt: Number.NaN },
      { expiresAt: 1.5 },
      { expiresAt: -1 },
    ]) {
      expect(() => signMediaPath(keys, { ...ticket, ...wrong })).toThrow(RangeError);
    }
  });

  it('stays the same for a while, so that caches help', () => {
    const minute = 60_000;
    expect(mediaExpiry(0)).toBe(10 * minute);
    expect(mediaExpiry(1)).toBe(20 * minute);
    expect(mediaExpiry(10 * minute)).toBe(20 * minute);
    expect(mediaExpiry(10 * minute + 1)).toBe(30 * minute);
  });
});

describe('signing keys', () => {
  it('are refused when they are short, badly named or without the current one', () => {
    expect(() => checkSigningKeys({ current: 'a', keys: { a: 'short' } })).toThrow(RangeError);
    expect(() => checkSigningKeys({ current: 'b', keys: { a: 'x'.repeat(32) } })).toThrow(RangeError);
    expect(() => checkSigningKeys({ current: 'A!', keys: { 'A!': 'x'.repeat(32) } })).toThrow(RangeError);
  });
});

describe('an upload address', () => {
  const upload = { tenant: ticket.tenant, mediaId, maxBytes: 52_428_800, expiresAt };
  const path = signUploadPath(keys, upload);

  it('lets one file of bounded size in until its expiry', () => {
    expect(verifyUploadPath(keys, path, asker)).toEqual({ allowed: true, mediaId, maxBytes: 52_428_800, expiresAt });
    expect(verifyUploadPath(keys, path, { ...asker, now: expiresAt })).toEqual({ allowed: false, reason: 'expired' });
    expect(verifyUploadPath(keys, path, { ...asker, tenant: { id: 'abc123def457' } })).toEqual(invalid);
  });

  it('is refused after any edit of one letter, and is no media address', () => {
    for (let at = 0; at < path.length; at++) {
      const edited = path.slice(0, at) + (path[at] === '1' ? '2' : '1') + path.slice(at + 1);
      expect(verifyUploadPath(keys, edited, asker)).toEqual(invalid);
    }
    expect(verifyMediaPath(keys, path, asker)).toEqual(invalid);
    expect(verifyUploadPath(keys, signMediaPath(keys, ticket), asker)).toEqual(invalid);
  });
});
