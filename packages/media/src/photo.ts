import { constants } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runConfined, type ChildLimits } from './confined-child.ts';
import { parseChildReport, parseManifest, type ChildReport, type PhotoManifest, type PhotoVariant } from './photo-manifest.ts';
import type { PictureWishes } from './picture-wishes.ts';
import { contentTypeOf, planVariants, type PhotoVariantName } from './photo-plan.ts';
import { sniffFile } from './sniff.ts';
import type { TenantKey } from './storage-key.ts';
import type { Storage } from './storage.ts';

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
}

const maxVariantBytes = 32 * 1024 * 1024;
const maxReportBytes = 64 * 1024;

export function createPhotoPipeline(options: PhotoPipelineOptions): PhotoPipeline {
  const { storage } = options;
  const limits = { timeMs: options.timeMs ?? 30_000, memoryBytes: options.memoryBytes ?? 1536 * 1024 * 1024 };
  const program = options.program ?? fileURLToPath(new URL('./photo-child.ts', import.meta.url));
  const inTurn = turns(options.concurrency ?? 2);

  async function makeIn(folder: string, job: PhotoJob): Promise<PhotoOutcome> {
    if (!(await storage.copyToLocal(job.source, join(folder, 'source')))) throw new Error('the original of a photo is absent');
    const seen = await sniffFile(join(folder, 'source'));
    if (seen.kind !== 'photo') return refuse('not_supported', seen.kind === 'video' ? 'video' : seen.reason);
    const ended = await runConfined(program, folder, limits);
    if (ended.end === 'time_limit') return refuse('time_limit', `${limits.timeMs} ms`);
    if (ended.end === 'memory_limit') return refuse('memory_limit', ended.detail);
    if (ended.end === 'failed') throw new Error(`the program for photos failed: ${ended.detail}`);
    if (ended.end === 'crashed') return refuse('damaged', ended.detail);
    const report = parseChildReport(String(await readPlain(join(folder, 'report.json'), maxReportBytes)));
    if (report === null) return refuse('damaged', 'no report');
    if ('refusal' in report) return refuse(report.refusal, report.detail);
    return storeAll(storage, folder, job, report);
  }

  return {
    async process(job) {
      const made = await findMade(storage, job);
      if (made !== null) return { ready: true, photo: made };
      return inTurn(async () => {
        const folder = await mkdtemp(join(options.workFolder ?? tmpdir(), 'photo-'));
        try {
          return await makeIn(folder, job);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      });
    },
  };
}

const refuse = (reason: PhotoRefusal, detail: string): PhotoOutcome => ({ ready: false, reason, detail });

async function findMade(storage: Storage, job: PhotoJob): Promise<PhotoManifest | null> {
  const object = await storage.open(job.keyFor('manifest'));
  const manifest = object === null ? null : parseManifest(await text(object.stream));
  if (manifest === null) return null;
  for (const variant of manifest.variants) {
    if (variant.key !== job.keyFor(variant.name)) return null;
    if ((await storage.stat(variant.key))?.size !== variant.bytes) return null;
  }
  return manifest;
}

async function storeAll(storage: Storage, folder: string, job: PhotoJob, report: Exclude<ChildReport, { refusal: string }>): Promise<PhotoOutcome> {
  const variants: PhotoVariant[] = [];
  for (const { name, width, height } of planVariants(report)) {
    const bytes = await readPlain(join(folder, name), maxVariantBytes);
    const contentType = contentTypeOf(name);
    if (bytes === null || !looksLike(contentType, bytes)) return refuse('damaged', `no ${name}`);
    const key = job.keyFor(name);
    await storage.put(key, bytes, { contentType, maxBytes: maxVariantBytes });
    variants.push({ name, key, width, height, contentType, bytes: bytes.length });
  }
  const { width, height, dominantColor, thumbhash } = report;
  const photo: PhotoManifest = { version: 1, width, height, dominantColor, thumbhash, variants };
  // Last: while it is absent, the photo is not ready.
  await storage.put(job.keyFor('manifest'), Buffer.from(JSON.stringify(photo)), { contentType: 'application/json', maxBytes: maxReportBytes });
  return { ready: true, photo };
}

/** A regular file of bounded size, or null: the child could have put a link there to make us read what it may not. */
async function readPlain(path: string, maxBytes: number): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const stat = await file.stat();
    return stat.isFile() && stat.nlink === 1 && stat.size <= maxBytes ? await buffer(file.createReadStream({ autoClose: false })) : null;
  } finally {
    await file.close();
  }
}

const looksLike = (contentType: PhotoVariant['contentType'], bytes: Buffer): boolean =>
  contentType === 'image/jpeg'
    ? bytes.toString('hex', 0, 3) === 'ffd8ff'
    : bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

/** At most `places` works at a time; the others wait in the order they came. */
function turns(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
