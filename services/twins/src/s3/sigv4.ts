import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from './s3-error.ts';

export interface Signer {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** A request as it came: nothing decoded, header names in lower case. */
export interface RawRequest {
  readonly method: string;
  /** Path and query of the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** What a good signature says: the digest (hex) that the body must have, null for any body. */
export interface Signed {
  readonly bodyDigest: string | null;
  readonly isPresigned: boolean;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MOST_SECONDS = 604_800;
const SKEW_MS = 15 * 60_000;

/**
 * Checks an AWS Signature Version 4 of a request's query or header, byte by byte.
 * @throws S3Error as S3 words it: what is wrong decides the code
 */
export function checkSignature(request: RawRequest, signer: Signer, now: Date): Signed {
  const query = queryOf(request.target);
  const isPresigned = query.some(([name]) => name === 'X-Amz-Signature');
  if (isPresigned) return checkQuery(request, signer, now, query);
  if (request.headers['authorization'] === undefined) throw new S3Error('AccessDenied', 'Access Denied');
  return checkHeader(request, signer, now);
}

function checkQuery(request: RawRequest, signer: Signer, now: Date, query: readonly Pair[]): Signed {
  const one = (name: string): string => {
    const values = query.filter(([found]) => found === name);
    if (values.length !== 1) throw new S3Error('AuthorizationQueryParametersError', `${name} must be there once.`);
    return values[0]![1];
  };
  if (one('X-Amz-Algorithm') !== ALGORITHM)
    throw new S3Error('AuthorizationQueryParametersError', 'X-Amz-Algorithm only supports "AWS4-HMAC-SHA256".');
  const date = one('X-Amz-Date');
  const expires = one('X-Amz-Expires');
  if (!/^\d{1,7}$/.test(expires) || Number(expires) < 1 || Number(expires) > MOST_SECONDS)
    throw new S3Error('AuthorizationQueryParametersError', 'X-Amz-Expires must be 1 to 604800.');
  verify(request, signer, {
    credential: one('X-Amz-Credential'),
    date,
    signedHeaders: one('X-Amz-SignedHeaders'),
    signature: one('X-Amz-Signature'),
    digest: 'UNSIGNED-PAYLOAD',
  });
  const from = instantOf(date).getTime();
  if (now.getTime() < from - SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (now.getTime() > from + Number(expires) * 1000) throw new S3Error('AccessDenied', 'Request has expired');
  return { bodyDigest: null, isPresigned: true };
}

function checkHeader(request: RawRequest, signer: Signer, now: Date): Signed {
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
    request.headers['authorization'] ?? '',
  );
  if (parts === null) throw new S3Error('AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  const [, credential = '', signedHeaders = '', signature = ''] = parts;
  const digest = request.headers['x-amz-content-sha256'];
  if (digest === undefined)
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  if (digest !== 'UNSIGNED-PAYLOAD' && !/^[0-9a-f]{64}$/.test(digest))
    throw new S3Error('NotImplemented', 'Bodies in signed chunks are not taken here.');
  const date = request.headers['x-amz-date'] ?? '';
  verify(request, signer, { credential, date, signedHeaders, signature, digest });
  if (Math.abs(now.getTime() - instantOf(date).getTime()) > SKEW_MS)
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  return { bodyDigest: digest === 'UNSIGNED-PAYLOAD' ? null : digest, isPresigned: false };
}

interface Claim {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly digest: string;
}

function verify(request: RawRequest, signer: Signer, claim: Claim): void {
  const [id, day, region, service, end, ...rest] = claim.credential.split('/');
  if (id !== signer.accessKeyId)
    throw new S3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  if (
    rest.length > 0 ||
    day !== claim.date.slice(0, 8) ||
    region !== signer.region ||
    service !== 's3' ||
    end !== 'aws4_request'
  )
    throw new S3Error('AuthorizationQueryParametersError', 'Error parsing the X-Amz-Credential parameter.');
  const names = claim.signedHeaders.split(';');
  if (!names.includes('host') || names.join(';') !== [...names].sort().join(';'))
    throw new S3Error('SignatureDoesNotMatch', 'host must be signed.');
  const unsigned = Object.keys(request.headers).find((name) => name.startsWith('x-amz-') && !names.includes(name));
  if (unsigned !== undefined)
    throw new S3Error('AccessDenied', `There were headers present in the request which were not signed: ${unsigned}`);
  const expected = Buffer.from(
    signatureOf(
      stringToSign(canonicalRequest(request, names, claim.digest), claim.date, signer.region),
      signer,
      claim.date,
    ),
  );
  const given = Buffer.from(claim.signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
}

/** Method, path, query, headers, names, digest: each on its lines. */
export function canonicalRequest(request: RawRequest, names: readonly string[], digest: string): string {
  const path = request.target.split('?')[0] ?? '';
  const query = queryOf(request.target)
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = names
    .map((name) => {
      const value = request.headers[name];
      if (value === undefined) throw new S3Error('SignatureDoesNotMatch', `${name} was signed and is not there.`);
      return `${name}:${value.trim().replace(/ +/g, ' ')}\n`;
    })
    .join('');
  return [
    request.method,
    path
      .split('/')
      .map((segment) => encoded(decoded(segment)))
      .join('/'),
    query,
    headers,
    names.join(';'),
    digest,
  ].join('\n');
}

export const stringToSign = (canonical: string, date: string, region: string): string =>
  [
    ALGORITHM,
    date,
    `${date.slice(0, 8)}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');

export const signingKey = (secret: string, day: string, region: string): Buffer =>
  [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );

const signatureOf = (text: string, { secretAccessKey, region }: Signer, date: string): string =>
  createHmac('sha256', signingKey(secretAccessKey, date.slice(0, 8), region))
    .update(text)
    .digest('hex');

type Pair = readonly [name: string, value: string];

export const queryOf = (target: string): readonly Pair[] => {
  const at = target.indexOf('?');
  const text = at === -1 ? '' : target.slice(at + 1);
  return text === ''
    ? []
    : text.split('&').map((pair): Pair => {
        const equals = pair.indexOf('=');
        return equals === -1 ? [decoded(pair), ''] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
      });
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** All but A–Z a–z 0–9 - _ . ~ as UTF-8 in upper-case hex. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

function instantOf(text: string): Date {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (parts === null) throw new S3Error('AccessDenied', 'A date must be written as yyyymmddThhmmssZ.');
  const [, year, month, day, hour, minute, second] = parts.map(Number);
  return new Date(Date.UTC(year!, month! - 1, day, hour, minute, second));
}
