/** LIMIT-01. */
export const maxFiles = 45;
/** DECISIONS 29; too many pixels answer with the same text as too many bytes. */
export const maxPhotoBytes = 50_000_000;
export const maxPhotoPixels = 50_000_000;
export const maxVideoBytes = 5_000_000_000;

/** POST-091. What counts is the content, not the name or the browser's word. */
export const uploadTypes = ['image/png', 'image/jpeg', 'video/mp4', 'video/quicktime', 'video/x-m4v'] as const;
export type UploadType = (typeof uploadTypes)[number];
export const photoTypes = ['image/png', 'image/jpeg'] as const satisfies readonly UploadType[];
export const isPhotoType = (type: string): boolean => (photoTypes as readonly string[]).includes(type);
export const isUploadType = (type: string): type is UploadType => (uploadTypes as readonly string[]).includes(type);
/** POST-033. */
export const captionPreviewLength = 80;
export const captionMax = 20_000;
export const commentMax = 1000;
export const likeMessageMax = 2000;
/** DECISIONS 31. */
export const categoryNameMax = 30;
export const tagNameMax = 30;
export const nameMax = 80;

export const defaultPostAmount = 20;
export const defaultReviewAmount = 5;
/** POST-023: whether the lower edge of the window is so far down that the next page is asked for. Lengths in CSS pixels. */
export const isNextPageDue = ({
  scrollY,
  innerHeight,
  scrollHeight,
}: {
  readonly scrollY: number;
  readonly innerHeight: number;
  readonly scrollHeight: number;
}): boolean => (scrollY + innerHeight) / scrollHeight >= 0.98;
/** GEN-16. */
export const copyToastMs = 2000;
/** GEN-18: milliseconds in the background after which an installed app shows what is new. */
export const appRefreshMs = 900_000;
export const adminListLimit = 20;
/** Days of earnings and members at once, a leap year: every look at them counts them all. */
export const maxTrendDays = 366;
/**
 * The first characters of a caption, at most `length`, with an ellipsis when something is missing. It ends with a whole
 * word; where the last one is longer than half of it (an address, a language without blanks), with a whole character.
 */
export function captionPreview(caption: string, length = captionPreviewLength): string {
  if (caption.length <= length) return caption;
  const characters: string[] = [];
  for (const { segment: character } of segmenter.segment(caption)) if (characters.push(character) > length) break;
  if (characters.length <= length) return caption;
  const isBlank = (at: number): boolean => /^\s$/.test(characters[at] ?? '');
  let end = length;
  while (end > length / 2 && !isBlank(end)) end -= 1;
  const kept = characters
    .slice(0, isBlank(end) ? end : length)
    .join('')
    .trimEnd();
  return `${kept.replace(/[\s,;:–—-]+$/u, '')}…`;
}

const segmenter = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** What a reader calls characters: an emoji of several code points is one. */
export const segment = (text: string): string[] => Array.from(segmenter.segment(text), (part) => part.segment);
