import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Options } from './s3-options.ts';

export function s3Client(options: S3Options, endpoint: string | null = options.endpoint): S3Client {
  return new S3Client({
    region: options.region,
    ...(endpoint === null ? {} : { endpoint }),
    forcePathStyle: options.pathStyle ?? options.endpoint !== null,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
    // Checksums in trailers are AWS's alone; bodies are signed with their digest anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Null instead of the store's 'there is no such …'. A HEAD has no body to say it in. */
export async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isCode(error, 'NoSuchKey', 'NotFound', 'NoSuchUpload')) return null;
    throw error;
  }
}

export const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof S3ServiceException && codes.includes(error.name);
