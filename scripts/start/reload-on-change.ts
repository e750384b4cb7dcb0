import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

import { REPLACE_ME } from '@backlot/server/process/process-guard';

const watched = ['packages', 'services', 'themes', 'tenants', 'scripts/start'];
const ignored = /(^|\/)(dist|node_modules|test|\.[^/]*)(\/|$)|\.test\.|~$/;

/**
 * `npm run dev`: starts everything in a process of its own and starts it again after a change.
 * The front end is built again when its sources changed; a start that fails waits for the next change.
 */
export async function reloadOnChange(root: string): Promise<void> {
  let child: ChildProcess | null = null;
  let stopping = false;
  let again = false;
  let pending: NodeJS.Timeout | null = null;

  const run = () => {
    const started = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    child = started;
    started.on('exit', (code) => {
      if (child === started) child = null;
      if (stopping) process.exit(0);
      if (again || code === REPLACE_ME) {
        again = false;
        run();
      } else if (code !== 0) console.log('\nWaiting for a change …');
    });
  };
  const restart = () => {
    console.log('\nSomething changed: starting again.');
    if (!child) return run();
    again = true;
    child.kill('SIGTERM');
  };
  for (const folder of watched.filter((name) => existsSync(join(root, name)))) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || ignored.test(file)) return;
      if (pending) clearTimeout(pending);
      pending = setTimeout(restart, 200);
    });
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping = true;
      if (child) child.kill('SIGTERM');
      else process.exit(0);
    });
  }
  run();
}
