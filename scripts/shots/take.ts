import type { Browser, BrowserContext, Page } from 'playwright-core';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Look {
  readonly address: string;
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  readonly token: string | null;
  readonly file: string;
  readonly press?: string | undefined;
  readonly act?: ((page: Page) => Promise<void>) | undefined;
}

/** One picture of one screen as one person at one width. Gives what the page complained of. */
export async function takeShot(browser: Browser, look: Look): Promise<string[]> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.width < 600 ? 844 : 900 },
    colorScheme: look.scheme,
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
  });
  const complaints: string[] = [];
  try {
    if (look.token) await enter(context, look);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(look.address, { waitUntil: 'networkidle', timeout: 30_000 });
    if (look.press) await page.getByRole('button', { name: look.press }).first().click();
    await look.act?.(page);
    await showEverything(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) complaints.push(`wider than the window by ${overflow} px`);
    await mkdir(dirname(look.file), { recursive: true });
    // Long enough to judge, short enough to look at: a feed goes on for ever.
    const height = Math.min(
      await page.evaluate(() => document.documentElement.scrollHeight),
      look.width < 600 ? 2_400 : 2_000,
    );
    await page.screenshot({ path: look.file, fullPage: true, clip: { x: 0, y: 0, width: look.width, height } });
  } finally {
    await context.close();
  }
  return complaints;
}

/** The session as the site itself would have left it: a cookie for pages, the token for calls. */
async function enter(context: BrowserContext, { address, token }: Look): Promise<void> {
  const { hostname } = new URL(address);
  await context.addCookies([
    { name: 'session', value: token!, domain: hostname, path: '/', httpOnly: true, sameSite: 'Lax' },
  ]);
}

/** Scrolls through once, so that lazy pictures are there. */
async function showEverything(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const height = Math.min(document.documentElement.scrollHeight, 12_000);
    for (let y = 0; y < height; y += 600) {
      window.scrollTo(0, y);
      await new Promise((next) => {
        setTimeout(next, 40);
      });
    }
    window.scrollTo(0, 0);
    // A picture of the whole page shows what a window would skip.
    for (const element of document.querySelectorAll<HTMLElement>('main *')) element.style.contentVisibility = 'visible';
    const pictures = [...document.images]
      .filter((image) => image.currentSrc && !image.complete)
      .map((image) => image.decode().catch(() => undefined));
    // One that is out of view in a part that scrolls by itself never comes.
    const longEnough = new Promise((next) => {
      setTimeout(next, 5_000);
    });
    await Promise.race([Promise.all(pictures), longEnough]);
  });
  await page.waitForTimeout(150);
}
