// `npm test`: the whole gate. Installs the packages, then goes on in test.ts on the pinned Node.
import { fileURLToPath } from 'node:url';

import { ensureInstalled } from './bootstrap/install.mjs';
import { checkNode, continueWith } from './bootstrap/pinned-node.mjs';
import { leave } from './bootstrap/progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  checkNode();
  await ensureInstalled(root);
  process.exit(await continueWith(root, fileURLToPath(new URL('test.ts', import.meta.url)), process.argv.slice(2)));
} catch (error) {
  leave(error);
}
