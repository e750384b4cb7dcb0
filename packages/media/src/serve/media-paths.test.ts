import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filmObjectNames } from '../film/film-plan.ts';
import { isWithin, levelOfVariant, type MediaLevel } from './media-level.ts';
import {
  mediaExpiry,
  addressWith,
  mediaTicket,
  verifyMediaPath,
  type MediaAsker,
  type MediaTicket,
} from './media-paths.ts';
import { idOfShort, shortId } from './short-id.ts';
import { openSigningKeys, type SigningKeys } from './signatures.ts';

const signed = (by: SigningKeys, one: MediaTicket) => addressWith(one.mediaId, one.level, mediaTicket(by, one));

const keys = openSigningKeys({ current: 'k2', keys: { k1: Buffer.alloc(32, 'one'), k2: Buffer.alloc(32, 'two') } });
const expiresAt = 1_767_225_600_000;
const mediaId = '019b7a3c-0000-7000-8000-000000000001';
const ticket: MediaTicket = {
  tenant: { id: 'abc123def456' },
  mediaId,
  viewer: { kind: 'user', id: 'u-1' },
  level: 'full',
  expiresAt,
};
const pathOf = (over: Partial<MediaTicket> = {}, variant = 'w640', by: SigningKeys = keys): string =>
  signed(by, { ...ticket, ...over })(variant);
const asker: MediaAsker = { tenant: { id: 'abc123def456' }, userId: 'u-1', sessionId: 's-1', now: expiresAt - 1 };
const invalid = { allowed: false, reason: 'invalid' };

describe('the level that a variant is had at', () => {
  it('is that of a teaser for the blur, that of a preview for all else that is served, and none for the rest', () => {
    const at = (level: MediaLevel | null) => filmObjectNames.filter((name) => levelOfVariant(name) === level);
    expect(at('teaser')).toEqual(['blur']);
    expect(at('full')).toEqual([]);
    expect(at(null)).toEqual(['progress', 'manifest']);
    expect(
      ['master', 'w99999', 'original', 'w', 'w640x', 'xw640', 'W640', '', 'constructor'].map(levelOfVariant),
    ).toEqual(['preview', 'preview', null, null, null, null, null, null, null]);
  });
  it('is within itself and every higher one', () => {
    const all = ['teaser', 'preview', 'full'] as const;
    expect(all.map((level) => all.filter((most) => isWithin(level, most)))).toEqual([
      ['teaser', 'preview', 'full'],
      ['preview', 'full'],
      ['full'],
    ]);
  });
});

describe('a short id', () => {
  it('is 22 letters for every uuid, and has one spelling', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const short = shortId(id);
        expect(short).toMatch(/^[\w-]{22}$/);
        expect(idOfShort(short)).toBe(id);
        const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        const same = [...alphabet].filter((letter) => idOfShort(short.slice(0, -1) + letter) === id);
        expect(same).toEqual([short.at(-1)]);
      }),
    );
  });
  it('is nothing else', () => {
    for (const text of ['', mediaId, 'A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}=`, `${'A'.repeat(21)}+`])
      expect(idOfShort(text)).toBeNull();
    for (const id of ['', '../../x', mediaId.toUpperCase(), `${mediaId}0`])
      expect(() => shortId(id)).toThrow(RangeError);
  });
});

describe('a private media address', () => {
  it('opens the item to its viewer', () => {
    expect(verifyMediaPath(keys, pathOf(), asker)).toEqual({
      allowed: true,
      mediaId,
      variant: 'w640',
      level: 'full',
      viewer: 'user',
      expiresAt,
    });
    const ofSession = pathOf({ viewer: { kind: 'session', id: 's-1' } });
    expect(verifyMediaPath(keys, ofSession, asker)).toMatchObject({ allowed: true, viewer: 'session' });
    const ofAnyone = pathOf({ viewer: { kind: 'anyone' } });
    expect(verifyMediaPath(keys, ofAnyone, { tenant: ticket.tenant, now: 0 })).toMatchObject({
      allowed: true,
      viewer: 'anyone',
    });
  });

  it('works until one millisecond before its expiry', () => {
    const path = pathOf();
    expect(verifyMediaPath(keys, path, { ...asker, now: expiresAt - 1 })).toMatchObject({ allowed: true });
    expect(verifyMediaPath(keys, path, { ...asker, now: expiresAt })).toEqual({ allowed: false, reason: 'expired' });
    expect(verifyMediaPath(keys, path, { ...asker, now: expiresAt + 1 })).toEqual({
      allowed: false,
      reason: 'expired',
    });
  });

  it('is worth nothing to anybody else', () => {
    const path = pathOf();
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

  it('is signed once for all variants up to its level, and opens none above it', () => {
    const opened = (level: MediaLevel, variant: string) =>
      verifyMediaPath(keys, pathOf({ level }, 'blur').replace('/blur/', `/${variant}/`), asker);
    for (const variant of ['w640', 'w2560', 'a960', 'jpeg960', 'thumb', 'h1080', 'm360', 'master', 'mp4', 'sprite']) {
      expect(opened('teaser', variant)).toEqual(invalid);
      for (const level of ['preview', 'full'] as const)
        expect(opened(level, variant)).toMatchObject({ allowed: true, variant, level });
    }
    for (const variant of ['original', 'manifest', 'progress', 'anything'])
      expect(opened('full', variant)).toEqual(invalid);
    expect(opened('teaser', 'blur')).toMatchObject({ allowed: true, level: 'teaser' });
  });

  it('says its level itself: another one written there is another ticket', () => {
    for (const [level, letter] of [
      ['teaser', 't'],
      ['preview', 'p'],
      ['full', 'f'],
    ] as const) {
      const path = pathOf({ level }, 'blur');
      const accepted = ['t', 'p', 'f'].filter(
        (other) => verifyMediaPath(keys, path.replace(`/u${letter}.`, `/u${other}.`), asker).allowed,
      );
      expect(accepted).toEqual([letter]);
    }
  });

  it('is short', () => {
    expect(pathOf({}, 'w1280')).toHaveLength(73);
  });

  it('does not change its meaning when one kind of viewer is written for another', () => {
    const path = pathOf();
    for (const letter of ['s', 'a']) {
      expect(verifyMediaPath(keys, path.replace('/uf.', `/${letter}f.`), { ...asker, sessionId: 'u-1' })).toEqual(
        invalid,
      );
    }
  });

  it('outlives a change of keys, until the old key goes', () => {
    const older = pathOf({}, 'w640', { ...keys, current: 'k1' });
    expect(verifyMediaPath(keys, older, asker)).toMatchObject({ allowed: true });
    expect(verifyMediaPath({ current: 'k2', keys: { k2: keys.keys['k2']! } }, older, asker)).toEqual(invalid);
    expect(verifyMediaPath(keys, older.replace('.k1.', '.k2.'), asker)).toEqual(invalid);
    for (const name of ['constructor', 'tostring', '__proto_'])
      expect(verifyMediaPath(keys, older.replace('.k1.', `.${name}.`), asker)).toEqual(invalid);
  });

  it('is refused after any edit: 2,000 random ones', () => {
    const path = pathOf();
    const [start, end] = path.split('w640') as [string, string];
    const isSibling = (text: string): boolean =>
      text.startsWith(start) && text.endsWith(end) && levelOfVariant(text.slice(start.length, -end.length)) !== null;
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
      // Another variant within the level is what the ticket is for.
      .filter((text) => text !== path && !isSibling(text));
    fc.assert(
      fc.property(edited, (text) => !verifyMediaPath(keys, text, asker).allowed),
      { numRuns: 2000 },
    );
    expect(verifyMediaPath(keys, path, asker)).toMatchObject({ allowed: true });
  });

  it('has one spelling: the last letter of a signature cannot be one that decodes alike', () => {
    const path = pathOf();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const accepted = [...alphabet].filter((letter) => verifyMediaPath(keys, path.slice(0, -1) + letter, asker).allowed);
    expect(accepted).toEqual([path.at(-1)]);
  });

  it('cannot be made from parts that do not fit', () => {
    for (const wrong of [{ mediaId: '../../x' }, { expiresAt: Number.NaN }, { expiresAt: 1.5 }, { expiresAt: -1 }]) {
      expect(() => signed(keys, { ...ticket, ...wrong })).toThrow(RangeError);
    }
    for (const variant of ['w640/../w1600', '', 'original', 'manifest'])
      expect(() => pathOf({}, variant)).toThrow(RangeError);
    expect(() => pathOf({ level: 'teaser' })).toThrow(RangeError);
  });

  it('stays the same for a while, so that caches help', () => {
    const minute = 60_000;
    expect(mediaExpiry(0)).toBe(10 * minute);
    expect(mediaExpiry(1)).toBe(20 * minute);
    expect(mediaExpiry(10 * minute)).toBe(20 * minute);
    expect(mediaExpiry(10 * minute + 1)).toBe(30 * minute);
  });
});
