import { openDiskStorage } from './disk-storage.ts';
import type { S3Options } from './s3-options.ts';
import type { Storage } from './storage.ts';

/** The deployment's store. The S3 client is loaded only by those who use it: it is a quarter of a second and tens of megabytes. */
export async function openStorage(options: { diskRoot: string; s3: S3Options | null }): Promise<Storage> {
  if (options.s3 === null) return openDiskStorage({ root: options.diskRoot });
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(options.s3);
}
