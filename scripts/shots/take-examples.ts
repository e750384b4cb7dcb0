import type { Browser, Page } from 'playwright-core';
import { join } from 'node:path';
import { serveExamples } from '../../services/web/test/kit/serve-examples.ts';
import { schemes, widths } from './screens.ts';
import { takeShot } from './take.ts';

interface Example {
  readonly name: string;
  readonly path: string;
  /** What is opened first. */
  readonly act?: (page: Page) => Promise<void>;
}

const pages: readonly Example[] = [
  { name: 'parts', path: '/' },
  { name: 'table', path: '/table' },
  { name: 'detail', path: '/table/7' },
  { name: 'form', path: '/form' },
  {
    name: 'history',
    path: '/form',
    act: async (page) => {
      await page.locator('.top-actions [aria-haspopup=dialog]').last().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'wizard', path: '/wizard' },
  {
    name: 'frame',
    path: '/admin/posts',
    act: async (page) => {
      await page.getByText('Select three kilns').click();
      await page.getByRole('button', { name: 'Send a photo and a note' }).click();
      await page.getByRole('button', { name: 'Tell' }).click();
      await page.locator('.tray-pill').waitFor();
    },
  },
  {
    name: 'palette',
    path: '/admin/posts',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
];
const languages = ['en', 'ar'] as const;

/** The page of the kit's parts and the invented pages with what opens on them, which need no site, in both directions of writing. */
export async function takeExamples(
  browser: Browser,
  folder: string,
): Promise<{ readonly taken: number; readonly complaints: readonly string[] }> {
  const examples = await serveExamples();
  const complaints: string[] = [];
  let taken = 0;
  try {
    for (const { name, path, act } of pages) {
      for (const language of languages) {
        for (const width of widths) {
          for (const scheme of schemes) {
            const picture = `${name}-${language}-${width}-${scheme}.png`;
            const found = await takeShot(browser, {
              address: `${examples.address}${path}?lang=${language}`,
              width,
              scheme,
              token: null,
              file: join(folder, picture),
              act,
            }).catch((error: Error) => [error.message.split('\n')[0] ?? 'failed']);
            taken += 1;
            complaints.push(...found.map((text) => `kit/${picture}: ${text}`));
          }
        }
      }
    }
  } finally {
    await examples.stop();
  }
  return { taken, complaints };
}
