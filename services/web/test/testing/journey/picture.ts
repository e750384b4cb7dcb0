import type { Locator } from 'playwright-core';

export interface SeenPicture {
  /** Path of what is shown, empty before anything was chosen. */
  readonly path: string;
  readonly width: number;
  /** Nothing blurs it: neither itself nor what lies above it in the document. */
  readonly isSharp: boolean;
}

/** The picture as the person sees it at this moment. */
export const lookAt = (image: Locator): Promise<SeenPicture> =>
  image.evaluate((element: HTMLImageElement) => {
    const filters: string[] = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      filters.push(getComputedStyle(at).filter);
    return {
      path: element.currentSrc === '' ? '' : new URL(element.currentSrc).pathname,
      width: element.naturalWidth,
      isSharp: element.complete && filters.every((filter) => filter === 'none' || filter === 'blur(0px)'),
    };
  });
