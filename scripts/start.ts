// Everything a site needs, in one process: database, migrations, sites, front end, the card
// provider's stand-in (never in production) and the server. start.mjs comes before it.
import { join } from 'node:path';

import { leave } from './bootstrap/progress.mjs';
import { explainFailure } from './start/explain-failure.ts';
import { reloadOnChange } from './start/reload-on-change.ts';
import { Shutdown } from './start/shutdown.ts';
import { startAll } from './start/start-all.ts';

const root = join(import.meta.dirname, '..');

if (process.argv.includes('--watch')) {
  await reloadOnChange(root);
} else {
  const shutdown = new Shutdown();
  shutdown.listen();
  try {
    await startAll(root, shutdown);
  } catch (error) {
    // What was opened while the signal came closes by itself.
    if (!shutdown.isStopping) {
      console.log('');
      await shutdown.stop(1, () => leave(explainFailure(error)));
    }
  }
}
