import type { Browser, BrowserContext } from 'playwright-core';
import { gzipSync } from 'node:zlib';

/** Without another script for so long, a page has all that it loads. */
const stillMs = 600;

/** Bytes of every script that a page loads on its own for somebody who was never there, each gzipped; in a context, for whoever it belongs to. */
export async function scriptWeight(
  browser: Pick<Browser | BrowserContext, 'newPage'>,
  address: string,
): Promise<number> {
  const page = await browser.newPage();
  const weighed: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    weighed.push(
      response.body().then(
        (body) => gzipSync(body).length,
        () => 0,
      ),
    );
  });
  await page.goto(address, { waitUntil: 'load' });
  // The landing's code comes when nothing else is to do.
  await page.waitForFunction(() => document.documentElement.dataset['ready'] === 'true', null, { timeout: 60_000 });
  for (let known = -1; known < weighed.length;) {
    known = weighed.length;
    await page.waitForTimeout(stillMs);
  }
  const weights = await Promise.all(weighed);
  await page.close();
  return weights.reduce((sum, weight) => sum + weight, 0);
}
