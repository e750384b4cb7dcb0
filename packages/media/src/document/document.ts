import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { type ChildLimits, runConfined } from '../confine/confined-child.ts';
import { inFolderOfItsOwn, readPlain } from '../confine/work-folder.ts';
import { photoLimits } from '../photo/make-picture.ts';
import type { PhotoRefusal } from '../photo/photo.ts';
import { sniffFile } from '../receive/sniff.ts';

/** What is kept of a document that somebody sent to be looked at by a person. */
export interface KeptDocument {
  readonly contentType: 'image/jpeg' | 'application/pdf';
  readonly bytes: Buffer;
}

export type DocumentOutcome =
  | { readonly kept: true; readonly document: KeptDocument }
  /** `detail` is for the log, never for a person's eyes. */
  | { readonly kept: false; readonly reason: PhotoRefusal; readonly detail: string };

export interface DocumentPipeline {
  /**
   * A picture is decoded in a child and encoded again as one JPEG without any metadata. A PDF stays as it came: whoever
   * hands it on must never let a browser show it inside a page of ours. Throws when the machine fails.
   */
  process(bytes: Buffer): Promise<DocumentOutcome>;
}

const program = fileURLToPath(new URL('./document-child.ts', import.meta.url));
const maxPictureBytes = 16 * 1024 * 1024;
const reasons: readonly string[] = ['not_supported', 'too_large_pixels', 'damaged', 'time_limit', 'memory_limit'];

/** `concurrency`: children at the same time; 1 unless told. */
export function createDocumentPipeline(
  options: Partial<ChildLimits> & { concurrency?: number } = {},
): DocumentPipeline {
  const limits = { ...photoLimits, ...options };
  const limit = pLimit(options.concurrency ?? 1);
  return {
    async process(bytes) {
      if (isPdf(bytes)) return { kept: true, document: { contentType: 'application/pdf', bytes } };
      return limit(() => inFolderOfItsOwn('photo', undefined, (folder) => redraw(folder, bytes, limits)));
    },
  };
}

/** A PDF begins with its version and ends with its mark, also where a program wrote a few bytes after it. */
function isPdf(bytes: Buffer): boolean {
  return /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) && bytes.subarray(-1024).includes('%%EOF');
}

async function redraw(folder: string, bytes: Buffer, limits: ChildLimits): Promise<DocumentOutcome> {
  const source = join(folder, 'source');
  await writeFile(source, bytes, { mode: 0o600 });
  const seen = await sniffFile(source);
  if (seen.kind !== 'photo' && !isWebp(bytes))
    return refuse('not_supported', seen.kind === 'video' ? 'video' : seen.reason);
  const ended = await runConfined(program, folder, limits);
  if (ended.end === 'time_limit') return refuse('time_limit', `${limits.timeMs} ms`);
  if (ended.end === 'memory_limit') return refuse('memory_limit', ended.detail);
  if (ended.end === 'failed') throw new Error(`the program for documents failed: ${ended.detail}`);
  if (ended.end === 'crashed') return refuse('damaged', ended.detail);
  const refusal = refusalIn(await readPlain(join(folder, 'report.json'), 1024));
  if (refusal !== null) return refuse(refusal, 'as reported');
  const picture = await readPlain(join(folder, 'picture'), maxPictureBytes);
  if (picture === null || picture.toString('hex', 0, 3) !== 'ffd8ff') return refuse('damaged', 'no picture');
  return { kept: true, document: { contentType: 'image/jpeg', bytes: picture } };
}

/** What a child reports is checked as if it came from outside. */
function refusalIn(report: Buffer | null): PhotoRefusal | null {
  if (report === null) return 'damaged';
  try {
    const { refusal } = JSON.parse(report.toString('utf8')) as { refusal?: unknown };
    if (refusal === null) return null;
    return reasons.includes(String(refusal)) ? (refusal as PhotoRefusal) : 'damaged';
  } catch {
    return 'damaged';
  }
}

const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

const refuse = (reason: PhotoRefusal, detail: string): DocumentOutcome => ({ kept: false, reason, detail });
