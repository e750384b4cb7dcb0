import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { ChildLimits, ChildOptions } from '../confine/confined-child.ts';
import { digestFile, type DigestOption, inFolderOfItsOwn } from '../confine/work-folder.ts';
import {
  areStored,
  leftIn,
  makePicture,
  photoLimits,
  photoProgram,
  storeVariants,
  type PictureMade,
} from './make-picture.ts';
import { parseManifest, type PhotoManifest, type PictureReport } from './photo-manifest.ts';
import type { PhotoVariantName, PictureOptions } from './photo-plan.ts';
import { sniffFile } from '../receive/sniff.ts';
import type { Storage, TenantKey } from '../storage/storage.ts';
import pLimit from 'p-limit';

export type PhotoRefusal = 'not_supported' | 'too_large_pixels' | 'damaged' | 'time_limit' | 'memory_limit';

export type PhotoOutcome =
  | { readonly ready: true; readonly photo: PhotoManifest }
  /** `detail` is for the log, never for a person's eyes. */
  | { readonly ready: false; readonly reason: PhotoRefusal; readonly detail: string };

export interface PhotoJob extends PictureOptions, DigestOption {
  readonly source: TenantKey;
  /** The same keys whenever the job runs, as `photoKeys` makes them. */
  readonly keyFor: (name: PhotoVariantName | 'manifest') => TenantKey;
  /** What this pipeline made of the same bytes, with the same options, somewhere else: it is stored, and nothing is decoded. */
  readonly ready?: ReadyPhoto | null;
}

/** All that is made of a photo. */
export interface ReadyPhoto {
  readonly report: PictureReport;
  readonly sizes: ReadonlyMap<PhotoVariantName, Buffer>;
  /** The size that is the original itself, byte for byte. */
  readonly original: PhotoVariantName | null;
}

export interface PhotoPipeline {
  /**
   * Makes all variants of an original and stores them, the manifest last. Runs again without harm: what is complete
   * is answered from the manifest, what was cut off is made again under the same keys. Expected failures are reasons;
   * throws when the original is absent or the store or the machine fails, and then trying again is right. `signal` ends
   * the job early; its reason is thrown.
   */
  process(job: PhotoJob, options?: { readonly signal?: AbortSignal }): Promise<PhotoOutcome>;
}

export interface PhotoPipelineOptions extends Partial<ChildLimits> {
  readonly storage: Storage;
  /** Where each job gets an empty folder of its own; the system's temporary folder unless told. */
  readonly workFolder?: string;
  /** Children at the same time; 2 unless told. */
  readonly concurrency?: number;
  /** The child's program; another one shows how the limits hold. */
  readonly program?: string;
  /** For tests: what the children are seen to do, and whether the network is kept from them. */
  readonly child?: Pick<ChildOptions, 'onMemory' | 'withNetwork'>;
}

export function createPhotoPipeline(options: PhotoPipelineOptions): PhotoPipeline {
  const { storage } = options;
  const limits = {
    ...photoLimits,
    timeMs: options.timeMs ?? photoLimits.timeMs,
    memoryBytes: options.memoryBytes ?? photoLimits.memoryBytes,
  };
  const program = options.program ?? photoProgram;
  const limit = pLimit(options.concurrency ?? 2);

  async function makeSizes(folder: string, job: PhotoJob, signal: AbortSignal | undefined): Promise<PictureMade> {
    signal?.throwIfAborted();
    if (!(await storage.copyToLocal(job.source, join(folder, 'source'))))
      throw new Error('the original of a photo is absent');
    await job.onDigest?.(await digestFile(join(folder, 'source')));
    const seen = await sniffFile(join(folder, 'source'));
    if (seen.kind !== 'photo')
      return { made: false, reason: 'not_supported', detail: seen.kind === 'video' ? 'video' : seen.reason };
    const made = await makePicture({
      program,
      folder,
      limits,
      options: job,
      child: { ...options.child, ...(signal ? { signal } : {}) },
    });
    // A child that was ended by the signal looks like one that ran out of memory.
    signal?.throwIfAborted();
    return made;
  }

  async function makeIn(folder: string, job: PhotoJob, signal: AbortSignal | undefined): Promise<PhotoOutcome> {
    // While the disk takes these sizes, the next photo is worked on.
    const made = await limit(() => makeSizes(folder, job, signal));
    if (!made.made) return refuse(made.reason, made.detail);
    const photo = await storePhoto(job, made.report, leftIn(folder));
    return typeof photo === 'string' ? refuse('damaged', photo) : { ready: true, photo };
  }

  /** A text says what is missing. */
  async function storePhoto(
    job: PhotoJob,
    report: PictureReport,
    sizeOf: Parameters<typeof storeVariants>[1],
  ): Promise<PhotoManifest | string> {
    const variants = await storeVariants(storage, sizeOf, job.keyFor, report);
    if (typeof variants === 'string') return variants;
    const { width, height, dominantColor, thumbhash } = report;
    const photo: PhotoManifest = { version: 1, width, height, dominantColor, thumbhash, variants };
    // Last: while it is absent, the photo is not ready.
    await storage.put(job.keyFor('manifest'), Buffer.from(JSON.stringify(photo)), {
      contentType: 'application/json',
      maxBytes: 64 * 1024,
    });
    return photo;
  }

  return {
    async process(job, { signal } = {}) {
      const made = await findMade(storage, job);
      if (made !== null) return { ready: true, photo: made };
      if (job.ready) {
        const photo = await storePhoto(job, job.ready.report, sizesOf(storage, job.source, job.ready));
        if (typeof photo !== 'string') return { ready: true, photo };
      }
      return inFolderOfItsOwn('photo', options.workFolder, (folder) => makeIn(folder, job, signal));
    },
  };
}

const refuse = (reason: PhotoRefusal, detail: string): PhotoOutcome => ({ ready: false, reason, detail });

const sizesOf =
  (storage: Storage, source: TenantKey, { sizes, original }: ReadyPhoto) =>
  async (name: PhotoVariantName): Promise<Buffer | null> => {
    if (name !== original) return sizes.get(name) ?? null;
    const object = await storage.open(source);
    return object && buffer(object.stream);
  };

async function findMade(storage: Storage, job: PhotoJob): Promise<PhotoManifest | null> {
  const object = await storage.open(job.keyFor('manifest'));
  const manifest = object === null ? null : parseManifest(await text(object.stream));
  if (manifest === null) return null;
  return (await areStored(storage, manifest.variants, job.keyFor)) ? manifest : null;
}
