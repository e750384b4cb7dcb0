// Builds the front end when it is older than its sources; with --force, always.
import { join } from 'node:path';

import { leave, step } from './bootstrap/progress.mjs';
import { buildWeb, isWebBuildStale } from './start/web-build.ts';

const root = join(import.meta.dirname, '..');

try {
  if (process.argv.includes('--force') || isWebBuildStale(root)) await step('Front end', () => buildWeb(root));
} catch (error) {
  leave(error);
}
