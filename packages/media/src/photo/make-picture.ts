import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allEnded, readPlain } from '../confine/work-folder.ts';
import { runConfined, type ChildLimits, type ChildOptions } from '../confine/confined-child.ts';
import { parseChildReport, type PhotoVariant, type PictureReport } from './photo-manifest.ts';
import { contentTypeOf, type PhotoVariantName, type PictureOptions, planVariants } from './photo-plan.ts';
import type { Storage, TenantKey } from '../storage/storage.ts';

export const photoProgram = fileURLToPath(new URL('./photo-child.ts', import.meta.url));
/** Of 50 megapixels, plain ones take 270 MB, progressive JPEG 420; interlaced PNG of 16 bits with transparency would take 600. */
export const photoLimits: ChildLimits = {
  timeMs: 30_000,
  memoryBytes: 1536 * 1024 * 1024,
  residentBytes: 440 * 1024 * 1024,
};

export interface PictureTask {
  readonly program: string;
  /** Holds `source`; every size will lie beside it. */
  readonly folder: string;
  readonly limits: ChildLimits;
  readonly options: PictureOptions;
  readonly child?: ChildOptions;
}

export type PictureMade =
  | { readonly made: true; readonly report: PictureReport }
  | {
      readonly made: false;
      readonly reason: 'not_supported' | 'too_large_pixels' | 'damaged' | 'time_limit' | 'memory_limit';
      readonly detail: string;
    };

const maxVariantBytes = 32 * 1024 * 1024;
const maxReportBytes = 64 * 1024;

/**
 * For glibc; others don't know the names. By itself it comes to these figures only after it has given memory back to
 * the system and asked for it again many times, and two arenas fill what one would: a third more page faults.
 */
const keepingMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 * 1024),
};

/** Lets the child make all sizes in the folder. Throws for a fault of the program. */
export async function makePicture({ program, folder, limits, options, child }: PictureTask): Promise<PictureMade> {
  const { rotation = 0, blurRound = 0, watermark = null } = options;
  await writeFile(join(folder, 'options.json'), JSON.stringify({ rotation, blurRound, watermark }));
  const ended = await runConfined(program, folder, limits, {
    ...child,
    env: { ...keepingMemory, ...(await fontless(folder)) },
  });
  if (ended.end === 'time_limit') return { made: false, reason: 'time_limit', detail: `${limits.timeMs} ms` };
  if (ended.end === 'memory_limit') return { made: false, reason: 'memory_limit', detail: ended.detail };
  if (ended.end === 'failed') throw new Error(`the program for photos failed: ${ended.detail}`);
  if (ended.end === 'crashed') return { made: false, reason: 'damaged', detail: ended.detail };
  const report = parseChildReport(String(await readPlain(join(folder, 'report.json'), maxReportBytes)));
  if (report === null) return { made: false, reason: 'damaged', detail: 'no report' };
  if ('refusal' in report) return { made: false, reason: report.refusal, detail: report.detail };
  return { made: true, report };
}

/** Without a configuration the library for fonts looks through the whole system; the one font that is used is named to it. */
export async function fontless(folder: string): Promise<{ FONTCONFIG_FILE: string }> {
  const path = join(folder, 'fonts.conf');
  await writeFile(
    path,
    `<?xml version="1.0"?><fontconfig><cachedir>${folder.replace(/[&<]/g, '')}</cachedir></fontconfig>`,
  );
  return { FONTCONFIG_FILE: path };
}

/** What the child left in its folder of one size; null when there is none. */
export const leftIn =
  (folder: string) =>
  (name: PhotoVariantName): Promise<Buffer | null> =>
    readPlain(join(folder, name), maxVariantBytes);

/** Stores all sizes at once: most of it is waiting for the disk or the network. A text says what is missing. */
export async function storeVariants(
  storage: Storage,
  sizeOf: (name: PhotoVariantName) => Promise<Buffer | null>,
  keyFor: (name: PhotoVariantName) => TenantKey,
  report: PictureReport,
): Promise<PhotoVariant[] | string> {
  const stored = await allEnded(
    planVariants(report).map(async ({ name, width, height }): Promise<PhotoVariant | string> => {
      const bytes = await sizeOf(name);
      const contentType = contentTypeOf(name);
      if (bytes === null || !looksLike(contentType, bytes)) return `no ${name}`;
      const key = keyFor(name);
      await storage.put(key, bytes, { contentType, maxBytes: maxVariantBytes });
      return { name, key, width, height, contentType, bytes: bytes.length };
    }),
  );
  return stored.find((one) => typeof one === 'string') ?? stored.filter((one) => typeof one !== 'string');
}

/** Whether all are in the store, whole, under the keys of this job. */
export async function areStored(
  storage: Storage,
  variants: readonly PhotoVariant[],
  keyFor: (name: PhotoVariantName) => TenantKey,
): Promise<boolean> {
  for (const { name, key, bytes } of variants) {
    if (key !== keyFor(name) || (await storage.stat(key))?.size !== bytes) return false;
  }
  return true;
}

function looksLike(contentType: PhotoVariant['contentType'], bytes: Buffer): boolean {
  if (contentType === 'image/jpeg') return bytes.toString('hex', 0, 3) === 'ffd8ff';
  if (contentType === 'image/avif') return bytes.toString('latin1', 4, 12) === 'ftypavif';
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}
