import { describe, expect, it } from 'vitest';
import type { S3Error } from '../src/s3/s3-error.ts';
import { checkSignature, signingKey, type RawRequest } from '../src/s3/sigv4.ts';

const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const signer = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey, region: 'us-east-1' };
const host = 'examplebucket.s3.amazonaws.com';

/** The example of the documentation of S3. */
const get: RawRequest = {
  method: 'GET',
  headers: { host },
  target:
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
};
const put: RawRequest = {
  method: 'PUT',
  headers: { host, 'content-type': 'image/jpeg', 'content-length': '12345' },
  target:
    '/u/1/photo.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20260101%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20260101T000000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost&X-Amz-Signature=5deeaeb453746d8b9e5fda92deb8c366d72876574c2b49ada73c91b8f88f9821',
};
const at = (text: string): Date => new Date(text);
const codeOf = (request: RawRequest, now: Date): string => {
  try {
    checkSignature(request, signer, now);
    return 'good';
  } catch (error) {
    return (error as S3Error).code;
  }
};

describe('a signature', () => {
  it('is that of the documentation, for reading and for writing', () => {
    expect(checkSignature(get, signer, at('2013-05-24T12:00:00Z'))).toEqual({ bodyDigest: null, isPresigned: true });
    expect(codeOf(put, at('2026-01-01T00:10:00Z'))).toBe('good');
    expect(signingKey(secretAccessKey, '20151229', 'us-east-1').toString('hex')).toBe(
      'cbcef1ebeaefc82cce6530b9f0a9ae598846065f5c5bae0674bd5ebc4ba52d28',
    );
  });

  it('works from a quarter of an hour before its date to its end, to the second', () => {
    expect(codeOf(get, at('2013-05-23T23:45:00Z'))).toBe('good');
    expect(codeOf(get, at('2013-05-23T23:44:59Z'))).toBe('AccessDenied');
    expect(codeOf(get, at('2013-05-25T00:00:00Z'))).toBe('good');
    expect(codeOf(get, at('2013-05-25T00:00:01Z'))).toBe('AccessDenied');
  });

  it('is void after any change of what it covers', () => {
    const now = at('2026-01-01T00:10:00Z');
    const changed: RawRequest[] = [
      { ...put, method: 'GET' },
      { ...put, target: put.target.replace('photo', 'phot0') },
      { ...put, target: put.target.replace('900', '901') },
      { ...put, target: `${put.target}&partNumber=1` },
      { ...put, target: put.target.replace('20260101T000000Z', '20260101T000001Z') },
      { ...put, headers: { ...put.headers, 'content-length': '12346' } },
      { ...put, headers: { ...put.headers, 'content-type': 'image/png' } },
      { ...put, headers: { ...put.headers, host: 'other.s3.amazonaws.com' } },
      { ...put, headers: { host } },
      { ...put, target: put.target.replace('content-length%3B', '') },
      { ...put, target: put.target.replace(/.$/, '2') },
    ];
    for (const request of changed)
      expect(codeOf(request, now), `${request.method} ${request.target}`).toBe('SignatureDoesNotMatch');
    expect(codeOf({ ...put, headers: { ...put.headers, 'x-amz-acl': 'public-read' } }, now)).toBe('AccessDenied');
    expect(codeOf({ ...put, target: put.target.replace('us-east-1', 'us-east-2') }, now)).toBe(
      'AuthorizationQueryParametersError',
    );
    expect(codeOf({ ...put, target: put.target.replace('AKIA', 'AKIB') }, now)).toBe('InvalidAccessKeyId');
    expect(codeOf({ ...put, target: '/u/1/photo.jpg' }, now)).toBe('AccessDenied');
  });

  it('is the same for another spelling of the same path and query', () => {
    const now = at('2026-01-01T00:10:00Z');
    expect(codeOf({ ...put, target: put.target.replace('photo', '%70hoto') }, now)).toBe('good');
    const [path = '', query = ''] = put.target.split('?');
    expect(codeOf({ ...put, target: `${path}?${query.split('&').reverse().join('&')}` }, now)).toBe('good');
  });
});
