import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type GetObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inPieces } from './pieces.ts';
import { s3Addresses } from './s3-addresses.ts';
import { isCode, s3Client, unlessGone } from './s3-client.ts';
import { s3Multipart } from './s3-multipart.ts';
import type { S3Options } from './s3-options.ts';
import {
  type ByteRange,
  checkKey,
  type PutOptions,
  type Storage,
  type StoredObject,
  type TenantKey,
} from './storage.ts';

/** What an object of unknown size is sent in; S3 wants 5 MiB at least, and each is held in memory. */
const PIECE_BYTES = 8 * 1024 * 1024;
const MOST_BREAKS = 5;

/**
 * A store in an S3 bucket. Browsers send to it and read from it by addresses that are signed for them. The keys need
 * s3:ListBucket too: without it S3 answers 'forbidden' for what is absent.
 */
export async function openS3Storage(options: S3Options): Promise<Storage> {
  const client = s3Client(options);
  const { bucket: Bucket } = options;
  const multipart = s3Multipart(client, Bucket);

  async function putInParts(
    key: TenantKey,
    pieces: AsyncIterable<Buffer>,
    { contentType }: PutOptions,
  ): Promise<number> {
    const upload = await multipart.createMultipart(key, { contentType });
    try {
      let size = 0;
      let number = 0;
      for await (const piece of pieces) {
        await multipart.putPart(upload, (number += 1), piece, { maxBytes: piece.length });
        size += piece.length;
      }
      const outcome = await multipart.completeMultipart(upload, (await multipart.listParts(upload)) ?? []);
      // Absent: the answer to an earlier attempt was lost, or somebody ended it.
      if (outcome === 'changed' || (outcome === 'absent' && (await stat(client, Bucket, key))?.size !== size))
        throw new Error('the parts of an object did not come together');
      return size;
    } catch (error) {
      await multipart.abortMultipart(upload).catch(() => undefined);
      throw error;
    }
  }

  return {
    ...multipart,
    ...(await s3Addresses(options)),

    async put(key, source, put) {
      checkKey(key);
      const pieces = inPieces(
        source instanceof Uint8Array ? Readable.from([Buffer.from(source)]) : source,
        PIECE_BYTES,
        put.maxBytes,
      );
      const { value: first = Buffer.alloc(0) } = await pieces.next();
      if (first.length === PIECE_BYTES) return { size: await putInParts(key, startingWith(first, pieces), put) };
      await pieces.return();
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: key,
          Body: first,
          ContentLength: first.length,
          ContentType: put.contentType,
        }),
      );
      return { size: first.length };
    },

    async open(key, range) {
      checkKey(key);
      if (range !== undefined) checkRange(range);
      const got = await get(client, Bucket, key, range);
      if (got === null) return null;
      const size = wholeSize(got);
      const stream = got.Body as Readable;
      // S3 sends what there is of a range that ends too late.
      if (range !== undefined && range.end >= size) {
        stream.destroy();
        throw new RangeError('a range outside the object');
      }
      return { ...describe(got), size, stream };
    },

    stat: async (key) => stat(client, Bucket, checkKey(key)),

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }));
    },

    async copy(from, to) {
      checkKey(to);
      return (
        (await unlessGone(
          client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${checkKey(from)}` })),
        )) !== null
      );
    },

    async copyToLocal(key, path) {
      checkKey(key);
      const whole = await get(client, Bucket, key);
      if (whole === null) return false;
      const local = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      const bytes = Readable.from(allOf(client, Bucket, key, whole), { objectMode: false });
      try {
        await pipeline(bytes, local);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true });
        throw error;
      }
      return true;
    },
  };
}

async function stat(client: S3Client, Bucket: string, Key: string): Promise<StoredObject | null> {
  const head = await unlessGone(client.send(new HeadObjectCommand({ Bucket, Key })));
  return head === null ? null : describe(head);
}

async function get(
  client: S3Client,
  Bucket: string,
  Key: string,
  range?: ByteRange,
  IfMatch?: string,
): Promise<GetObjectCommandOutput | null> {
  try {
    return await unlessGone(
      client.send(
        new GetObjectCommand({
          Bucket,
          Key,
          ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
          ...(IfMatch === undefined ? {} : { IfMatch }),
        }),
      ),
    );
  } catch (error) {
    throw isCode(error, 'InvalidRange') ? new RangeError('a range outside the object', { cause: error }) : error;
  }
}

/** The bytes of an object over lines that break: it goes on where it stopped, as long as it is the same object. */
async function* allOf(
  client: S3Client,
  bucket: string,
  key: string,
  first: GetObjectCommandOutput,
): AsyncGenerator<Buffer> {
  const size = wholeSize(first);
  let body: Readable | null = first.Body as Readable;
  let at = 0;
  for (let breaks = 0; at < size;) {
    try {
      body ??=
        ((await get(client, bucket, key, { start: at, end: size - 1 }, first.ETag))?.Body as Readable | undefined) ??
        null;
      if (body === null) throw new Error('the object was removed while it was read');
      for await (const bytes of body as AsyncIterable<Buffer>) {
        at += bytes.length;
        yield bytes;
      }
      if (at < size) throw new Error('the object ended too soon');
    } catch (error) {
      if ((breaks += 1) > MOST_BREAKS || isCode(error, 'PreconditionFailed')) throw error;
      body = null;
    }
  }
}

const wholeSize = (got: { ContentLength?: number | undefined; ContentRange?: string | undefined }): number =>
  Number(got.ContentRange?.split('/')[1] ?? got.ContentLength ?? 0);

const describe = (got: {
  ContentLength?: number | undefined;
  ContentType?: string | undefined;
  LastModified?: Date | undefined;
}): StoredObject => ({
  size: got.ContentLength ?? 0,
  contentType: got.ContentType ?? 'application/octet-stream',
  modifiedAt: got.LastModified ?? new Date(0),
});

function checkRange({ start, end }: ByteRange): void {
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end))
    throw new RangeError('a range outside the object');
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
