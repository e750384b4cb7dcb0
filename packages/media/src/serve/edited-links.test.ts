import { describe, expect, it } from 'vitest';
import { editedLinks, formerLink, siblingLinks } from '../testing/made-links.ts';
import { addressWith, mediaTicket, verifyMediaPath, type MediaAsker, type MediaTicket } from './media-paths.ts';
import { openSigningKeys, type SigningKeys } from './signatures.ts';

const signed = (by: SigningKeys, one: MediaTicket) => addressWith(one.mediaId, one.level, mediaTicket(by, one));

const secrets = { a: Buffer.alloc(32, 'a'), b: Buffer.alloc(32, 'b'), c: Buffer.alloc(32, 'c') };
const keys = openSigningKeys({ current: 'a', keys: { a: secrets.a, b: secrets.b } });
const now = Date.UTC(2026, 2, 10, 12);
const asker: MediaAsker = { tenant: { id: 'abc123def456' }, userId: 'user-one', sessionId: 'session-one', now };
const ticket: MediaTicket = {
  tenant: asker.tenant,
  mediaId: '01a1ff20-477e-70f9-8bd7-59889c0f951e',
  viewer: { kind: 'user', id: 'user-one' },
  level: 'full',
  expiresAt: now + 3_600_000,
};
const link = (variant: string, over: Partial<MediaTicket> = {}, by = keys): string =>
  signed(by, { ...ticket, ...over })(variant);
const former = {
  tenant: ticket.tenant,
  mediaId: ticket.mediaId,
  variant: 'w640',
  viewer: ['u', 'user-one'],
  expiresAt: ticket.expiresAt,
} as const;

/** Links that work for the asker. */
const own = [
  link('w640'),
  link('h720', { expiresAt: now + 7_200_000 }),
  link('w640', {
    mediaId: '01a1ff20-8966-7679-9e8e-bdbabd3f6098',
    viewer: { kind: 'session', id: 'session-one' },
    level: 'preview',
  }),
  link('thumb', { viewer: { kind: 'anyone' } }),
  link('blur', { mediaId: '01a1ff20-9966-7679-9e8e-bdbabd3f6098', level: 'teaser' }),
  formerLink(secrets.a, former),
  formerLink(secrets.a, { ...former, variant: 'h720', viewer: ['s', 'session-one'] }),
];
/** What every guest may see is bound to site and end alone. */
const isForAnyone = (path: string): boolean => path.includes('/af.');
/** Links that work for somebody else, somewhere else or not any more. */
const foreign = [
  link('w640', { viewer: { kind: 'user', id: 'user-two' } }),
  link('w640', { viewer: { kind: 'session', id: 'session-two' } }),
  link('w640', { tenant: { id: 'abc123def457' } }),
  link('w640', { expiresAt: now - 1 }),
  link('w640', { expiresAt: now }),
  link('w640', {}, openSigningKeys({ current: 'a', keys: { a: secrets.c } })),
  link('w640', {}, openSigningKeys({ current: 'c', keys: { c: secrets.c } })),
  formerLink(secrets.a, { ...former, expiresAt: now }),
  formerLink(secrets.a, { ...former, viewer: ['u', 'user-two'] }),
];

describe('a media link', () => {
  it('works as it was given', () => {
    for (const path of own) expect(verifyMediaPath(keys, path, asker).allowed, path).toBe(true);
    for (const path of foreign) expect(verifyMediaPath(keys, path, asker).allowed, path).toBe(false);
  });

  it('works for every variant within its level, for the same viewer alone', () => {
    const siblings = siblingLinks(own);
    const countOf = (path: string): number => siblings.filter((one) => one.split('/')[4] === path.split('/')[4]).length;
    expect(own.map(countOf)).toEqual([22, 22, 22, 22, 1, 0, 0]);
    for (const path of siblings) expect(verifyMediaPath(keys, path, asker).allowed, path).toBe(true);
    expect(siblingLinks(foreign).filter((path) => verifyMediaPath(keys, path, asker).allowed)).toEqual([]);
  });

  it('that was edited, mixed with another or spelled otherwise opens nothing: none of more than 5,000', () => {
    const edited = editedLinks([...own, ...foreign]);
    expect(edited.length).toBeGreaterThan(5_000);
    expect(edited.filter((path) => verifyMediaPath(keys, path, asker).allowed)).toEqual([]);
  });

  it('is bound to viewer and site, whoever else asks', () => {
    const askers: MediaAsker[] = [
      { ...asker, tenant: { id: 'abc123def457' } },
      { ...asker, userId: 'user-two', sessionId: 'session-two' },
      { ...asker, userId: 'session-one', sessionId: 'user-one' },
      { ...asker, userId: '', sessionId: '' },
      { tenant: asker.tenant, now },
      { ...asker, now: now + 7_200_000 },
    ];
    for (const other of askers) {
      const opened = [...own, ...siblingLinks(own)].filter((path) => verifyMediaPath(keys, path, other).allowed);
      expect(
        opened.filter((path) => !isForAnyone(path)),
        JSON.stringify(other),
      ).toEqual([]);
    }
  });
});
