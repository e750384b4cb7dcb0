import type { Browser } from 'playwright-core';
import { join } from 'node:path';
import { serveExamples } from '../../services/web/test/kit/serve-examples.ts';
import { schemes, widths } from './screens.ts';
import { takeShot } from './take.ts';

const pages = [
  { name: 'parts', path: '/' },
  { name: 'table', path: '/table' },
  { name: 'detail', path: '/table/7' },
  { name: 'form', path: '/form' },
  { name: 'wizard', path: '/wizard' },
] as const;
const languages = ['en', 'ar'] as const;

/** The page of the kit's parts, the table page, one of its rows, the form page and the wizard, which need no site, in both directions of writing. */
export async function takeExamples(
  browser: Browser,
  folder: string,
): Promise<{ readonly taken: number; readonly complaints: readonly string[] }> {
  const examples = await serveExamples();
  const complaints: string[] = [];
  let taken = 0;
  try {
    for (const { name, path } of pages) {
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
