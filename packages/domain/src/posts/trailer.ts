/** DECISIONS 45, in milliseconds. */
export const trailerMaxMs = 15_000;

export interface Stretch {
  readonly startMs: number;
  readonly lengthMs: number;
}

/**
 * The stretch of a film that becomes its trailer, from where its creator wants it: 15 s, of a short film half of it, and
 * never beyond the film's end. In milliseconds.
 */
export function trailerStretch(film: { readonly durationMs: number }, wantedStartMs: number): Stretch {
  const lengthMs = Math.min(trailerMaxMs, Math.floor(film.durationMs / 2));
  return { startMs: Math.max(0, Math.min(Math.round(wantedStartMs), film.durationMs - lengthMs)), lengthMs };
}

export interface ComparedFile {
  readonly id: string;
  readonly kind: 'photo' | 'video';
  /** SHA-256 of what was sent; null until it is known. */
  readonly digest: string | null;
  readonly bytes: number | null;
}

/**
 * Whether a preview gives away what its post sells, which has to be asked for in words first (DECISIONS 45): a film that
 * is sold, or all that is sold. One photo of several is what the documents' clients mark as the preview.
 */
export function givesAway(sold: readonly ComparedFile[], preview: ComparedFile): boolean {
  const same = sold.filter((file) => isSameContent(file, preview));
  return same.length > 0 && (same.length === sold.length || same.some(({ kind }) => kind === 'video'));
}

/** By the bytes; as long as these are not known, by how many there are. */
function isSameContent(one: ComparedFile, other: ComparedFile): boolean {
  if (one.id === other.id) return true;
  if (one.digest !== null && other.digest !== null) return one.digest === other.digest;
  return one.kind === other.kind && one.bytes !== null && one.bytes === other.bytes;
}
