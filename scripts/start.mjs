// `npm start` and, with --watch, `npm run dev`. Plain JavaScript that runs on Node 20: it installs
// the packages and goes on in start.ts on the pinned Node.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { ensureInstalled } from './bootstrap/install.mjs';
import { checkNode, continueWith, findNode } from './bootstrap/pinned-node.mjs';
import { leave } from './bootstrap/progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = fileURLToPath(new URL('start.ts', import.meta.url));

try {
  checkNode();
  const installed = await ensureInstalled(root);
  // npm already puts the pinned Node first once it is installed: no second process then.
  if (!installed && realpathSync(findNode(root)) === realpathSync(process.execPath)) await import(new URL('start.ts', import.meta.url).href);
  else process.exit(await continueWith(root, script, process.argv.slice(2)));
} catch (error) {
  leave(error);
}
