import { launchChromium } from '@backlot/testing/launch-chromium';
import { scriptWeight } from '@backlot/testing/script-weight';
import type { Browser } from 'playwright-core';
import { median, result, type BenchResult } from './result.ts';

const RUNS = 9;
// Lighthouse's slow 4G and a mid-range phone: 1.6 Mbit/s, 150 ms, a quarter of this machine's speed.
const phone = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, slowdown: 4 };

/** The landing page of a running site, as a guest with a cold cache on a throttled phone, and what it and the feed weigh. */
export async function benchLanding(address: string): Promise<BenchResult[]> {
  const browser = await launchChromium({ optimizes: true });
  try {
    const paints: number[] = [];
    let shift = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const seen = await visit(browser, address);
      paints.push(seen.paint);
      shift = Math.max(shift, seen.shift);
    }
    return [
      result(
        'landing: JavaScript that it begins with, gzipped',
        (await firstWeight(browser, address)) / 1024,
        'KB',
        '<=',
        100,
      ),
      result('landing: JavaScript in all, gzipped', (await scriptWeight(browser, address)) / 1024, 'KB', '<=', 170),
      result(
        'feed of a guest: JavaScript, gzipped',
        (await scriptWeight(browser, new URL('/home', address).href)) / 1024,
        'KB',
        '<=',
        170,
      ),
      result('landing: median first contentful paint on a throttled phone', median(paints) / 1000, 's', '<', 0.8),
      result('landing: layout shift', shift, '', '<=', 0.001),
    ];
  } finally {
    await browser.close();
  }
}

/** Bytes, gzipped, of the scripts that a page names: what it loads before anybody reaches for something and before it is idle. */
async function firstWeight(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage();
  await page.goto(address);
  const weight = await page.evaluate(async () => {
    const html = await (await fetch(location.href)).text();
    let bytes = 0;
    for (const [, file = ''] of html.matchAll(/<(?:script [^>]*src|link rel="modulepreload" href)="([^"]+)"/g)) {
      const zipped = (await fetch(file)).body!.pipeThrough(new CompressionStream('gzip'));
      bytes += (await new Response(zipped).arrayBuffer()).byteLength;
    }
    return bytes;
  });
  await page.close();
  return weight;
}

async function visit(browser: Browser, address: string): Promise<{ paint: number; shift: number }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...phone });
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown });
  await page.addInitScript({
    content: `
    window.__shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });`,
  });
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForFunction(() => document.documentElement.dataset['ready'] === 'true', null, { timeout: 60_000 });
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    shift: (window as unknown as { __shift: number }).__shift,
  }));
  await context.close();
  return seen;
}
