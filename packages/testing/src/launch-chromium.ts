import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

const candidates = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  // Where `npm test` unpacks it for a user without root.
  join(import.meta.dirname, '../../../.cache/apt/bin/chromium-headless-shell'),
];

/** Everything that would look for the internet is off: a closed network answers each try slowly. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A page of a journey lives for seconds: what V8's optimizing compilers take is never earned back. Without them the
 * processes that draw pages take a third less.
 */
const withoutOptimizers = '--js-flags=--no-turbofan --no-maglev';

/**
 * Starts a headless Chromium: the one of `CHROMIUM_PATH`, which `npm test` sets, or this system's. `optimizes` is for
 * whoever measures pages.
 */
export async function launchChromium({
  optimizes = false,
  ...options
}: LaunchOptions & { readonly optimizes?: boolean } = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? candidates.find((candidate) => existsSync(candidate));
  if (!executablePath) throw new Error('There is no Chromium: run `npm test`, which brings one, or set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    ...options,
    args: [...flags, ...(optimizes ? [] : [withoutOptimizers]), ...(options.args ?? [])],
  });
}
