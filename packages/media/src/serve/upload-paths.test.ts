import { describe, expect, it } from 'vitest';
import { addressWith, mediaTicket, verifyMediaPath } from './media-paths.ts';
import { openSigningKeys } from './signatures.ts';
import { signUploadPath, verifyUploadPath } from './upload-paths.ts';

const keys = openSigningKeys({ current: 'k2', keys: { k1: Buffer.alloc(32, 'one'), k2: Buffer.alloc(32, 'two') } });
const expiresAt = 1_767_225_600_000;
const mediaId = '019b7a3c-0000-7000-8000-000000000001';
const tenant = { id: 'abc123def456' };
const asker = { tenant, now: expiresAt - 1 };
const invalid = { allowed: false, reason: 'invalid' };

describe('signing keys', () => {
  it('are refused when they are short, badly named or without the current one', () => {
    expect(() => openSigningKeys({ current: 'a', keys: { a: Buffer.alloc(31, 'x') } })).toThrow(RangeError);
    expect(() => openSigningKeys({ current: 'b', keys: { a: Buffer.alloc(32, 'x') } })).toThrow(RangeError);
    expect(() => openSigningKeys({ current: 'A!', keys: { 'A!': Buffer.alloc(32, 'x') } })).toThrow(RangeError);
  });
});

describe('an upload address', () => {
  const upload = { tenant, mediaId, maxBytes: 52_428_800, expiresAt };
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
    const address = addressWith(
      mediaId,
      'full',
      mediaTicket(keys, { tenant, mediaId, viewer: { kind: 'anyone' }, level: 'full', expiresAt }),
    )('w640');
    expect(verifyUploadPath(keys, address, asker)).toEqual(invalid);
  });
});
