import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { PlainFailure } from './progress.mjs';

/** Runs `.ts` files as they are; the lowest that every dependency accepts. */
const lowest = [22, 22];

/** Throws unless this Node can at least run the scripts that install the rest. */
export function checkNode() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    throw new PlainFailure(
      `Node ${process.versions.node} is too old. Install Node 20 or later (22.22 or later outside Linux) and try again.`,
    );
  }
}

/**
 * The Node that everything runs on: the one that package-lock.json pins, where npm has it for
 * this system, else the one that runs now if it is new enough.
 */
export function findNode(root) {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(pinned) && answers(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > lowest[0] || (major === lowest[0] && minor >= lowest[1])) return process.execPath;
  throw new PlainFailure(
    `Node ${process.versions.node} cannot run this code, and npm has no newer one for ${process.platform}-${process.arch}. ` +
      `Install Node ${lowest.join('.')} or later and try again.`,
  );
}

// A musl system installs the glibc binary without complaint and only fails to run it.
function answers(node) {
  try {
    execFileSync(node, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The environment in which `node` and every tool of node_modules are the pinned ones. */
export function pinnedEnvironment(root) {
  return { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}` };
}

/** Begins another script on the pinned Node, in this terminal and with an open channel to this process. */
export function beginPinned(root, script, args) {
  return spawn(findNode(root), [script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...pinnedEnvironment(root), STARTED_BY_SCRIPT: '1' },
  });
}

/**
 * Goes on with another script on the pinned Node, in this terminal. Signals are handed over, and
 * the open channel tells the child if this process is killed.
 *
 * @returns {Promise<number>} the exit code of the script
 */
export function continueWith(root, script, args) {
  const child = beginPinned(root, script, args);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1)));
  });
}
