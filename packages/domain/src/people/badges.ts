import { segment } from '../limits.ts';

/** MEDIA-17: the number before `K` in thousands with one decimal, cut rather than rounded up; null up to 999. */
export const thousands = (count: number): string | null =>
  count > 999 ? (Math.floor(count / 100) / 10).toFixed(1) : null;

/** NAV-24: custom link names in the bottom navigation. */
export function shortLinkName(name: string): string {
  const characters = segment(name);
  return characters.length > 5 ? `${characters.slice(0, 5).join('')}…` : name;
}

/** MEDIA-21 to MEDIA-23: photos in thousands, films in 1024s. */
export function mediaSize(bytes: number, kind: 'photo' | 'video'): { value: string; unit: 'kB' | 'MB' | 'GB' } {
  const base = kind === 'photo' ? 1000 : 1024;
  const unit = bytes >= base ** 3 ? 'GB' : bytes >= base ** 2 ? 'MB' : 'kB';
  const value = bytes / base ** { kB: 1, MB: 2, GB: 3 }[unit];
  return { value: value >= 100 || unit === 'kB' ? String(Math.round(value)) : value.toFixed(1), unit };
}
