import { GetObjectCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { s3Client } from './s3-client.ts';
import type { S3Options } from './s3-options.ts';
import { checkKey, type Storage } from './storage.ts';

/** The longest life of an address that reads, in seconds: what is taken away from a viewer must be gone by then. */
const MOST_READ_SECONDS = 60;
/** Addresses of one object are the same within this time, so that a browser's cache knows it again. */
const SAME_FOR_MS = 30_000;

type Addresses = Pick<Storage, 'readAddress' | 'uploadAddress' | 'partAddress' | 'origin'>;

export async function s3Addresses(options: S3Options): Promise<Addresses> {
  const client = s3Client(options, options.publicEndpoint ?? options.endpoint);
  const { bucket: Bucket } = options;
  const probe = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'x' }), { expiresIn: 1 });
  return {
    origin: new URL(probe).origin,

    async readAddress(key, { seconds, contentType, disposition, cacheControl = 'private, no-store' }) {
      if (!(seconds > SAME_FOR_MS / 1000 && seconds <= MOST_READ_SECONDS))
        throw new RangeError('an address that reads lives more than 30 and at most 60 seconds');
      return getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket,
          Key: checkKey(key),
          ResponseContentType: contentType,
          ResponseContentDisposition: disposition,
          ResponseCacheControl: cacheControl,
        }),
        { expiresIn: seconds, signingDate: new Date(Math.floor(Date.now() / SAME_FOR_MS) * SAME_FOR_MS) },
      );
    },

    // The type is not signed: browsers name it in their own way, and nobody asks it.
    uploadAddress: async (key, { seconds, bytes }) =>
      getSignedUrl(
        client,
        new PutObjectCommand({ Bucket, Key: checkKey(key), ...(bytes === undefined ? {} : { ContentLength: bytes }) }),
        { expiresIn: seconds },
      ),

    partAddress: async ({ key, id }, number, { seconds, bytes }) =>
      getSignedUrl(
        client,
        new UploadPartCommand({ Bucket, Key: checkKey(key), UploadId: id, PartNumber: number, ContentLength: bytes }),
        { expiresIn: seconds },
      ),
  };
}
