import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { objectOf, received, readOf } from './s3-bytes.ts';
import { element, S3Error, xml } from './s3-error.ts';
import type { S3Operation } from './s3-faults.ts';
import type { S3Files } from './s3-files.ts';
import type { Signed } from './sigv4.ts';

export interface S3Call {
  readonly request: IncomingMessage;
  readonly bucket: string;
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  readonly signed: Signed;
  readonly now: Date;
  /** Entries a page of a list. */
  readonly pageSize: number;
}
export interface S3Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

export function operationOf(
  method: string,
  key: string,
  query: ReadonlyMap<string, string>,
  headers: IncomingMessage['headers'],
): S3Operation {
  const isPart = query.has('uploadId');
  if (key === '' && method === 'GET' && query.has('uploads')) return 'ListMultipartUploads';
  if (key === '') throw new S3Error('NotImplemented', 'No such operation of a bucket here.');
  if (method === 'PUT')
    return isPart ? 'UploadPart' : headers['x-amz-copy-source'] === undefined ? 'PutObject' : 'CopyObject';
  if (method === 'GET') return isPart ? 'ListParts' : 'GetObject';
  if (method === 'HEAD') return 'HeadObject';
  if (method === 'DELETE') return isPart ? 'AbortMultipartUpload' : 'DeleteObject';
  if (method === 'POST' && query.has('uploads')) return 'CreateMultipartUpload';
  if (method === 'POST' && isPart) return 'CompleteMultipartUpload';
  throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
}

type Operation = (files: S3Files, call: S3Call) => Promise<S3Answer>;

export const operations: Readonly<Record<S3Operation, Operation>> = {
  async PutObject(files, call) {
    const kept = await received(files, call);
    await files.put(call.key, {
      ...kept,
      contentType: call.request.headers['content-type'] ?? 'binary/octet-stream',
      modifiedAt: call.now,
    });
    return { status: 200, headers: { etag: kept.etag } };
  },

  async UploadPart(files, call) {
    const number = Number(call.query.get('partNumber'));
    if (!Number.isInteger(number) || number < 1 || number > 10_000)
      throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
    files.upload(call.query.get('uploadId') ?? '', call.key);
    const kept = await received(files, call);
    const { parts } = files.upload(call.query.get('uploadId') ?? '', call.key);
    parts.set(number, { ...kept, modifiedAt: call.now });
    return { status: 200, headers: { etag: kept.etag } };
  },

  async CopyObject(files, { request, bucket, key, now }) {
    const source = decodeURIComponent(String(request.headers['x-amz-copy-source'])).replace(/^\//, '');
    if (!source.startsWith(`${bucket}/`)) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
    const from = objectOf(files, source.slice(bucket.length + 1));
    await files.put(key, { ...(await files.copy(from)), contentType: from.contentType, modifiedAt: now });
    return {
      status: 200,
      body: xml('CopyObjectResult', element('ETag', from.etag) + element('LastModified', now.toISOString())),
    };
  },

  GetObject: async (files, call) => readOf(objectOf(files, call.key), call),
  HeadObject: async (files, call) => ({ ...readOf(objectOf(files, call.key), call, false) }),

  async DeleteObject(files, { key }) {
    await files.remove(key);
    return { status: 204 };
  },

  async CreateMultipartUpload(files, { bucket, key, request, now }) {
    const { id } = files.begin(key, request.headers['content-type'] ?? 'binary/octet-stream', now);
    return {
      status: 200,
      body: xml(
        'InitiateMultipartUploadResult',
        element('Bucket', bucket) + element('Key', key) + element('UploadId', id),
      ),
    };
  },

  async ListParts(files, { bucket, key, query, pageSize }) {
    const { id, parts } = files.upload(query.get('uploadId') ?? '', key);
    const after = [...parts]
      .filter(([number]) => number > Number(query.get('part-number-marker') ?? 0))
      .sort(([one], [other]) => one - other);
    const page = after.slice(0, pageSize);
    const listed = page.map(
      ([number, { etag, size, modifiedAt }]) =>
        `<Part>${element('PartNumber', number)}${element('LastModified', modifiedAt.toISOString())}${element('ETag', etag)}${element('Size', size)}</Part>`,
    );
    return {
      status: 200,
      body: xml(
        'ListPartsResult',
        [
          element('Bucket', bucket),
          element('Key', key),
          element('UploadId', id),
          element('MaxParts', pageSize),
          element('IsTruncated', after.length > page.length),
          element('NextPartNumberMarker', page.at(-1)?.[0] ?? 0),
          ...listed,
        ].join(''),
      ),
    };
  },

  async CompleteMultipartUpload(files, call) {
    const upload = files.upload(call.query.get('uploadId') ?? '', call.key);
    const body = await text(call.request);
    const wanted = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1] ?? 0),
      etag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
    }));
    const { etag } = await files.complete(upload, wanted, call.now);
    return {
      status: 200,
      body: xml(
        'CompleteMultipartUploadResult',
        element('Bucket', call.bucket) + element('Key', call.key) + element('ETag', etag),
      ),
    };
  },

  async AbortMultipartUpload(files, { key, query }) {
    await files.abort(files.upload(query.get('uploadId') ?? '', key));
    return { status: 204 };
  },

  async ListMultipartUploads(files, { bucket, query, pageSize }) {
    const name = ({ key, id }: { key: string; id: string }): string => `${key}\0${id}`;
    const marker = `${query.get('key-marker') ?? ''}\0${query.get('upload-id-marker') ?? ''}`;
    const after = [...files.uploads.values()]
      .filter((upload) => upload.key.startsWith(query.get('prefix') ?? '') && name(upload) > marker)
      .sort((one, other) => (name(one) < name(other) ? -1 : 1));
    const page = after.slice(0, pageSize);
    const last = page.at(-1);
    const listed = page.map(
      ({ key, id, begunAt }) =>
        `<Upload>${element('Key', key)}${element('UploadId', id)}${element('Initiated', begunAt.toISOString())}</Upload>`,
    );
    return {
      status: 200,
      body: xml(
        'ListMultipartUploadsResult',
        [
          element('Bucket', bucket),
          element('IsTruncated', after.length > page.length),
          element('NextKeyMarker', last?.key ?? ''),
          element('NextUploadIdMarker', last?.id ?? ''),
          ...listed,
        ].join(''),
      ),
    };
  },
};
