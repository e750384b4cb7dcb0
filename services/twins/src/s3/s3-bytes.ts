import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.ts';
import type { KeptFile, KeptObject, S3Files } from './s3-files.ts';
import type { S3Answer, S3Call } from './s3-operations.ts';
import type { Signed } from './sigv4.ts';

export function objectOf(files: S3Files, key: string): KeptObject {
  const object = files.objects.get(key);
  if (object === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  return object;
}

/** The body in a file, if it is what its length and its checksums say. */
export async function received(files: S3Files, { request, signed }: S3Call): Promise<KeptFile> {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined)
    throw new S3Error(
      'NotImplemented',
      'A header you provided implies functionality that is not implemented: Transfer-Encoding',
    );
  if (headers['content-length'] === undefined)
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
  const kept = await files.receive(request);
  const wrong = await wrongDigest(kept, headers, signed);
  if (wrong === null) return kept;
  await rm(kept.file, { force: true });
  throw wrong;
}

async function wrongDigest(
  kept: KeptFile,
  headers: IncomingMessage['headers'],
  { bodyDigest }: Signed,
): Promise<S3Error | null> {
  if (bodyDigest !== null && bodyDigest !== kept.sha256)
    return new S3Error(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  const said = (name: string): string | undefined => headers[name] as string | undefined;
  if (said('content-md5') !== undefined && said('content-md5') !== kept.md5)
    return new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
  const sha256 = said('x-amz-checksum-sha256');
  if (sha256 !== undefined && sha256 !== Buffer.from(kept.sha256, 'hex').toString('base64'))
    return new S3Error('BadDigest', 'The SHA256 you specified did not match the calculated checksum.');
  const crc = said('x-amz-checksum-crc32');
  if (crc === undefined) return null;
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(crc32(await readFile(kept.file)));
  return crc === counted.toString('base64')
    ? null
    : new S3Error('BadDigest', 'The CRC32 you specified did not match the calculated checksum.');
}

export function readOf(object: KeptObject, { request, query, signed }: S3Call, sendsBody = true): S3Answer {
  const { headers } = request;
  if (headers['if-match'] !== undefined && headers['if-match'] !== object.etag)
    throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  if (headers['if-none-match'] === object.etag) return { status: 304, headers: { etag: object.etag } };
  const told = (name: string): string | undefined => (signed.isPresigned ? query.get(`response-${name}`) : undefined);
  const shared: Record<string, string> = {
    etag: object.etag,
    'last-modified': object.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': told('content-type') ?? object.contentType,
  };
  for (const name of ['content-disposition', 'cache-control']) {
    const value = told(name);
    if (value !== undefined) shared[name] = value;
  }
  const range = rangeOf(headers.range, object.size);
  if (range === null)
    return {
      status: 200,
      headers: { ...shared, 'content-length': String(object.size) },
      ...(sendsBody ? { body: object.size === 0 ? '' : createReadStream(object.file) } : {}),
    };
  return {
    status: 206,
    headers: {
      ...shared,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${object.size}`,
    },
    ...(sendsBody ? { body: createReadStream(object.file, range) } : {}),
  };
}

/** Null for no range, or one that is not well formed. */
function rangeOf(text: string | undefined, size: number): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(text ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  if (start >= size)
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable', { 'content-range': `bytes */${size}` });
  return { start, end };
}
