import { describe, expect, it } from 'vitest';
import { editedLinks } from '../testing/made-links.ts';
import { signMediaPath, verifyMediaPath, type MediaAsker, type MediaTicket, type SigningKeys } from './signed-paths.ts';

const keys: SigningKeys = { current: 'a', keys: { a: 'a'.repeat(32), b: 'b'.repeat(32) } };
const now = Date.UTC(2026, 2, 10, 12);
const asker: MediaAsker = { tenant: { id: 'abc123def456' }, userId: 'user-one', sessionId: 'session-one', now };
const ticket: MediaTicket = {
  tenant: asker.tenant,
  mediaId: '01a1ff20-477e-70f9-8bd7-59889c0f951e',
  variant: 'w640',
  viewer: { kind: 'user', id: 'user-one' },
  expiresAt: now + 3_600_000,
};

/** Links that work for the asker. */
const own = [
  signMediaPath(keys, ticket),
  signMediaPath(keys, { ...ticket, variant: 'h720', expiresAt: now + 7_200_000 }),
  signMediaPath(keys, {
    ...ticket,
    mediaId: '01a1ff20-8966-7679-9e8e-bdbabd3f6098',
    viewer: { kind: 'session', id: 'session-one' },
  }),
  signMediaPath(keys, { ...ticket, variant: 'thumb', viewer: { kind: 'anyone' } }),
];
/** Links that work for somebody else, somewhere else or not any more. */
const foreign = [
  signMediaPath(keys, { ...ticket, viewer: { kind: 'user', id: 'user-two' } }),
  signMediaPath(keys, { ...ticket, viewer: { kind: 'session', id: 'session-two' } }),
  signMediaPath(keys, { ...ticket, tenant: { id: 'abc123def457' } }),
  signMediaPath(keys, { ...ticket, expiresAt: now - 1 }),
  signMediaPath(keys, { ...ticket, expiresAt: now }),
  signMediaPath({ current: 'a', keys: { a: 'c'.repeat(32) } }, ticket),
  signMediaPath({ current: 'c', keys: { c: 'c'.repeat(32) } }, ticket),
];

describe('a media link', () => {
  it('works as it was given', () => {
    for (const path of own) expect(verifyMediaPath(keys, path, asker).allowed, path).toBe(true);
  });

  it('that was edited, mixed with another or spelled otherwise opens nothing: none of more than 5,000', () => {
    const edited = [...editedLinks([...own, ...foreign]), ...foreign];
    expect(edited.length).toBeGreaterThan(5_000);
    expect(edited.filter((path) => !own.includes(path) && verifyMediaPath(keys, path, asker).allowed)).toEqual([]);
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
      const opened = own.filter((path) => verifyMediaPath(keys, path, other).allowed);
      // What every guest may see is bound to site and end alone.
      expect(
        opened.filter((path) => path !== own[3]),
        JSON.stringify(other),
      ).toEqual([]);
    }
  });
});
