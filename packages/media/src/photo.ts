import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ChildLimits, ChildOptions } from './confined-child.ts';
import { areStored, makePicture, photoLimits, photoProgram, storeVariants, type PictureMade } from './make-picture.ts';
import { parseManifest, type PhotoManifest } from './photo-manifest.ts';
import type { PhotoVariantName } from './photo-plan.ts';
import type { PictureWishes } from './picture-wishes.ts';
import { sniffFile } from './sniff.ts';
import type { TenantKey } from './storage-key.ts';
import type { Storage } from './storage.ts';
import { turns } from './turns.ts';
import { inFolderOfItsOwn } from './work-folder.ts';

export type PhotoRefusal = 'not_supported' | 'too_large_pixels' | 'damaged' | 'time_limit' | 'memory_limit';

export type PhotoOutcome =
  | { readonly ready: true; readonly photo: PhotoManifest }
  /** `detail` is for the log, never for a person's eyes. */
  | { readonly ready: false; readonly reason: PhotoRefusal; readonly detail: string };

export interface PhotoJob extends PictureWishes {
  readonly source: TenantKey;
  /** The same keys whenever the job runs, as `photoKeys` makes them. */
  readonly keyFor: (name: PhotoVariantName | 'manifest') => TenantKey;
}

export interface PhotoPipeline {
  /**
   * Makes all variants of an original and stores them, the manifest last. Runs again without harm: what is complete
   * is answered from the manifest, what was cut off is made again under the same keys. Expected failures are reasons;
   * throws when the original is absent or the store or the machine fails, and then trying again is right.
   */
  process(job: PhotoJob): Promise<PhotoOutcome>;
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
  const limits = { ...photoLimits, timeMs: options.timeMs ?? photoLimits.timeMs, memoryBytes: options.memoryBytes ?? photoLimits.memoryBytes };
  const program = options.program ?? photoProgram;
  const inTurn = turns(options.concurrency ?? 2);

  async function makeSizes(folder: string, job: PhotoJob): Promise<PictureMade> {
    if (!(await storage.copyToLocal(job.source, join(folder, 'source')))) throw new Error('the original of a photo is absent');
    const seen = await sniffFile(join(folder, 'source'));
    if (seen.kind !== 'photo') return { made: false, reason: 'not_supported', detail: seen.kind === 'video' ? 'video' : seen.reason };
    return makePicture({ program, folder, limits, wishes: job, ...(options.child ? { child: options.child } : {}) });
  }

  async function makeIn(folder: string, job: PhotoJob): Promise<PhotoOutcome> {
    // While the disk takes these sizes, the next photo is worked on.
    const made = await inTurn(() => makeSizes(folder, job));
    if (!made.made) return refuse(made.reason, made.detail);
    const variants = await storeVariants(storage, folder, job.keyFor, made.report);
    if (typeof variants === 'string') return refuse('damaged', variants);
    const { width, height, dominantColor, thumbhash } = made.report;
    const photo: PhotoManifest = { version: 1, width, height, dominantColor, thumbhash, variants };
    // Last: while it is absent, the photo is not ready.
    await storage.put(job.keyFor('manifest'), Buffer.from(JSON.stringify(photo)), { contentType: 'application/json', maxBytes: 64 * 1024 });
    return { ready: true, photo };
  }

  return {
    async process(job) {
      const made = await findMade(storage, job);
      if (made !== null) return { ready: true, photo: made };
      return inFolderOfItsOwn('photo', options.workFolder, (folder) => makeIn(folder, job));
    },
  };
}

const refuse = (reason: PhotoRefusal, detail: string): PhotoOutcome => ({ ready: false, reason, detail });

async function findMade(storage: Storage, job: PhotoJob): Promise<PhotoManifest | null> {
  const object = await storage.open(job.keyFor('manifest'));
  const manifest = object === null ? null : parseManifest(await text(object.stream));
  if (manifest === null) return null;
  return (await areStored(storage, manifest.variants, job.keyFor)) ? manifest : null;
}
