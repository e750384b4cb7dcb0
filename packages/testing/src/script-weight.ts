import type { Browser, BrowserContext } from 'playwright-core';
import { gzipSync } from 'node:zlib';

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
  await page.goto(address, { waitUntil: 'networkidle' });
  const weights = await Promise.all(weighed);
  await page.close();
  return weights.reduce((sum, weight) => sum + weight, 0);
}
