import { launchChromium } from '@backlot/testing/launch-chromium';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { countBrowserSeconds } from './browser-seconds.ts';

it.runIf(existsSync('/proc/self/stat'))('what a page takes of the processors is counted', async () => {
  const counted = countBrowserSeconds(50);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.evaluate(() => {
      const since = performance.now();
      while (performance.now() - since < 1_000);
    });
    await sleep(200);
  } finally {
    await browser.close();
  }
  // A second of work by the clock; on a busy machine the page gets a part of it.
  expect(counted.end()).toBeGreaterThan(0.1);
});
