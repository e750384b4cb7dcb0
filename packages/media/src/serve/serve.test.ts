import { describe, expect, it } from 'vitest';
import { answerMedia, etagOf, parseRange, type MediaAnswer, type ServedMedia } from './serve.ts';
import { newStorageRandom, storageKey } from '../storage/storage.ts';

const media: ServedMedia = {
  size: 1000,
  contentType: 'image/webp',
  etag: '"tag"',
  modifiedAt: new Date('2026-01-02T03:04:05.678Z'),
  caching: { kind: 'private' },
};
const ask = (headers: Record<string, string> = {}, method = 'GET', of: Partial<ServedMedia> = {}): MediaAnswer =>
  answerMedia({ method, headers }, { ...media, ...of });

describe('an answer with media', () => {
  it('carries the whole object, and headers that make it a picture and nothing else', () => {
    expect(ask()).toEqual({
      status: 200,
      sendsBody: true,
      range: null,
      headers: {
        'content-type': 'image/webp',
        'content-length': '1000',
        etag: '"tag"',
        'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-site',
      },
    });
  });

  it('says who may keep it', () => {
    expect(ask({}, 'GET', { caching: { kind: 'private', maxAgeSeconds: 300.9 } }).headers['cache-control']).toBe(
      'private, max-age=300',
    );
    expect(ask({}, 'GET', { caching: { kind: 'private', maxAgeSeconds: -5 } }).headers['cache-control']).toBe(
      'private, no-store',
    );
    expect(ask({}, 'GET', { caching: { kind: 'public' } }).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
  });

  it('to HEAD has the headers alone, of the whole', () => {
    const head = ask({ range: 'bytes=0-9' }, 'HEAD');
    expect(head).toMatchObject({ status: 200, sendsBody: false, range: null });
    expect(head.headers['content-length']).toBe('1000');
  });

  it('to anything but GET and HEAD is 405', () => {
    expect(ask({}, 'POST')).toMatchObject({ status: 405, sendsBody: false, headers: { allow: 'GET, HEAD' } });
  });

  it.each([
    ['bytes=0-', 0, 999],
    ['bytes=0-1', 0, 1],
    ['bytes=999-', 999, 999],
    ['bytes=500-9999', 500, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    ['Bytes= 5-6 ', 5, 6],
    ['bytes=0-999', 0, 999],
  ])('to the range %j is 206 with %d–%d', (range, start, end) => {
    const answer = ask({ range });
    expect(answer).toMatchObject({ status: 206, sendsBody: true, range: { start, end } });
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/1000`,
      'content-length': String(end - start + 1),
    });
  });

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=999999999999999-'])(
    'to the range %j is 416',
    (range) => {
      const answer = ask({ range });
      expect(answer).toMatchObject({ status: 416, sendsBody: false, range: null });
      expect(answer.headers).toMatchObject({
        'content-range': 'bytes */1000',
        'content-length': '0',
        'cache-control': 'no-store',
      });
      expect(answer.headers).not.toHaveProperty('content-type');
    },
  );

  it.each([
    'bytes=0-1,5-6',
    'bytes=5-4',
    'bytes=-',
    'bytes=a-b',
    'items=0-1',
    'bytes=0x1-2',
    'bytes=1e2-',
    `bytes=${'9'.repeat(40)}-`,
    '',
  ])('to %j, which is no single range, is the whole', (range) => {
    expect(ask({ range })).toMatchObject({ status: 200, range: null });
  });

  it('of an empty object has no range', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
    expect(parseRange(null, 0)).toBe('whole');
  });

  it.each(['"tag"', 'W/"tag"', '"other", "tag"', '*'])('to one who has it already (%s) is 304', (tag) => {
    const answer = ask({ 'if-none-match': tag, range: 'bytes=0-1' });
    expect(answer).toMatchObject({ status: 304, sendsBody: false, range: null });
    expect(answer.headers).toMatchObject({ etag: '"tag"', 'cache-control': 'private, no-store' });
    expect(answer.headers).not.toHaveProperty('content-length');
  });

  it('to one who has another version is the whole', () => {
    expect(ask({ 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  });

  it.each([
    ['"tag"', 206],
    ['"other"', 200],
    ['W/"tag"', 200],
    ['Fri, 02 Jan 2026 03:04:05 GMT', 206],
    ['Fri, 02 Jan 2026 03:04:06 GMT', 200],
    ['nonsense', 200],
  ])('continues a download only of the same object (If-Range %s → %d)', (ifRange, status) => {
    expect(ask({ range: 'bytes=0-1', 'if-range': ifRange }).status).toBe(status);
  });

  it('has a tag that tells objects apart and does not give the key away', () => {
    const random = newStorageRandom();
    const [one, two] = ['w320', 'w640'].map((name) =>
      etagOf(storageKey({ id: 'abc123def456' }, 'private', random, name)),
    );
    expect(one).toMatch(/^"[\w-]{27}"$/);
    expect(one).not.toBe(two);
    expect(one).not.toContain(random);
  });
});
