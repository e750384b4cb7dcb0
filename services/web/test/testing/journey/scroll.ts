import type { Page } from 'playwright-core';

/** Goes down an endless feed, screen by screen, until it says that this was all. Throws with what stands at its end. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => {
        window.scrollBy(0, window.innerHeight * 0.9);
        const isBottom = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
        return isBottom && document.body.textContent.includes('You’re all caught up.');
      },
      undefined,
      { polling: 40, timeout: 60_000 },
    )
    .catch(async (error: Error) => {
      const [end, posts] = await Promise.all([
        page.locator('.feed-end').allTextContents(),
        page.getByRole('article').count(),
      ]);
      throw new Error(`The feed ends after ${posts} posts with: ${end.join(' · ') || 'nothing'}`, { cause: error });
    });
}
