// Usage: node scripts/run.mjs <script.ts> [arguments]. Installs what is missing, then runs the
// script on the pinned Node.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureInstalled } from './bootstrap/install.mjs';
import { checkNode, continueWith } from './bootstrap/pinned-node.mjs';
import { leave } from './bootstrap/progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [script, ...args] = process.argv.slice(2);

try {
  if (!script) throw new Error('Which script? node scripts/run.mjs scripts/<name>.ts');
  checkNode();
  await ensureInstalled(root);
  process.exit(await continueWith(root, resolve(root, script), args));
} catch (error) {
  leave(error);
}
