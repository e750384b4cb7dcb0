/**
 * How much of a medium somebody may have. `teaser`: that it exists, and its blur; `preview`: all of it, because it
 * advertises something else; `full`: all of it. A preview and a trailer are media of their own, so the upper two open
 * the same variants and differ by why.
 */
export type MediaLevel = 'teaser' | 'preview' | 'full';

const ascending: readonly MediaLevel[] = ['teaser', 'preview', 'full'];

/** Whether who may have `most` may have `level` too. */
export const isWithin = (level: MediaLevel, most: MediaLevel): boolean =>
  ascending.indexOf(level) <= ascending.indexOf(most);

/** Pictures by width, qualities and their playlists by height, and what there is one of. */
const shown = /^(?:(?:w|a|jpeg|h|m)\d{1,5}|thumb|master|mp4|sprite)$/;

/** The lowest level that a variant may be had at; null for what is served at none: originals and our own notes. */
export function levelOfVariant(variant: string): MediaLevel | null {
  if (variant === 'blur') return 'teaser';
  return shown.test(variant) ? 'preview' : null;
}
