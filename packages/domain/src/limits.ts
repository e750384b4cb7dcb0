/** LIMIT-01. */
export const maxFiles = 45;
/** LIMIT-02. */
export const maxPreviews = 1;
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
/** LIMIT-14. */
export const videoFormats = ['mp4', 'mov', 'm4v'] as const;
/** LIMIT-15. */
export const mediaTypes = ['photo', 'video', 'gallery'] as const;

/** POST-033. */
export const captionPreviewLength = 80;
export const captionMax = 20_000;
export const messageMax = 20_000;
export const commentMax = 1000;
export const groupStreamMessageMax = 500;
export const oneToOneMessageMax = 1000;
export const nicknameMax = 16;
/** DECISIONS 31. */
export const categoryNameMax = 30;
export const tagNameMax = 30;
export const nameMax = 80;

export const defaultPostAmount = 20;
export const defaultReviewAmount = 5;
export const defaultTip = 5;

/** POST-023: how far down the next page is asked for. */
export const scrollThreshold = 0.98;
/** GEN-16. */
export const copyToastMs = 2000;
/** EMAIL-02. */
export const emailResendMs = 120_000;
/** EMAIL-21. */
export const emailPromptAfterDays = 5;
export const adminListLimit = 20;
export const ordersPerPage = 10;

/** LIMIT-19, LIMIT-20, in CSS pixels. */
export const breakpoints = [320, 375, 425, 576, 767, 991, 999, 1024, 1280, 1440, 1850, 2560] as const;
export const isMobileWidth = (px: number): boolean => px < 576;
export const isSmallLayout = (px: number): boolean => px <= 991;
/** LIMIT-22. */
export const hasTooltips = (px: number): boolean => px > 991;

/** The first characters of a caption, cut at a whole character, with an ellipsis when something is missing. */
export function captionPreview(caption: string, length = captionPreviewLength): string {
  const characters = segment(caption);
  return characters.length <= length ? caption : `${characters.slice(0, length).join('').trimEnd()}…`;
}

const segmenter = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** What a reader calls characters: an emoji of several code points is one. */
export const segment = (text: string): string[] => Array.from(segmenter.segment(text), (part) => part.segment);
