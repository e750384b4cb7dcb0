// `npm start` and, with --watch, `npm run dev`. Plain JavaScript that runs on Node 20: it installs
// the packages and goes on in start.ts on the pinned Node, in a process of its own that is replaced
// when an error escapes in it.
import { fileURLToPath } from 'node:url';

import { ensureInstalled } from './bootstrap/install.mjs';
import { checkNode, continueWith } from './bootstrap/pinned-node.mjs';
import { leave } from './bootstrap/progress.mjs';
import { supervise } from './bootstrap/supervise.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = fileURLToPath(new URL('start.ts', import.meta.url));

try {
  checkNode();
  await ensureInstalled(root);
  const args = process.argv.slice(2);
  // While developing, a change starts it again.
  process.exit(await (args.includes('--watch') ? continueWith : supervise)(root, script, args));
} catch (error) {
  leave(error);
}
