import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PlainFailure, step } from './progress.mjs';

/**
 * Installs the packages when node_modules is absent or is not what package-lock.json asks for.
 *
 * @param {string} root the checkout
 * @returns {Promise<boolean>} whether something was installed
 */
export async function ensureInstalled(root) {
  const reason = whyInstall(root);
  if (!reason) return false;
  await step('Packages', async (report) => {
    report(reason);
    const progress = setInterval(() => report(countUnpacked(root)), 1000);
    await npmCi(root).finally(() => clearInterval(progress));
    report('npm ci');
  });
  const still = whyInstall(root);
  if (still) throw new PlainFailure(`npm ci ended well, but ${still}. Delete node_modules and try again.`);
  return true;
}

/**
 * Why npm has to run, or null. npm's own record of what it installed is compared with the lock
 * file: a hash of the lock file alone would install again after every `npm install` by hand.
 */
export function whyInstall(root) {
  const wanted = readLock(join(root, 'package-lock.json'));
  if (!wanted) throw new PlainFailure('package-lock.json is missing: this is not a complete checkout. Clone it again.');
  const recordPath = join(root, 'node_modules', '.package-lock.json');
  const present = existsSync(recordPath) ? readLock(recordPath) : null;
  if (!present) return 'nothing is installed yet';
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || (entry.dev && process.env.NODE_ENV === 'production')) continue;
    const found = present[path];
    if (!found && (!entry.optional || isForThisSystem(entry)))
      return `${path.slice('node_modules/'.length)} is missing`;
    if (found && found.version !== entry.version) return `${path.slice('node_modules/'.length)} is another version`;
  }
  return null;
}

function countUnpacked(root) {
  const wanted = Object.entries(readLock(join(root, 'package-lock.json')) ?? {}).filter(
    ([path, entry]) => path.startsWith('node_modules/') && (!entry.optional || isForThisSystem(entry)),
  );
  const unpacked = wanted.filter(([path]) => existsSync(join(root, path, 'package.json'))).length;
  return `${unpacked} of ${wanted.length} unpacked`;
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

// An optional package without os or cpu may be left out for other reasons (a compile that failed).
function isForThisSystem(entry) {
  if (!entry.os || !entry.cpu || entry.libc) return false;
  return entry.os.includes(process.platform) && entry.cpu.includes(process.arch);
}

// Install scripts stay off: nothing here needs one but the embedded Postgres, which is completed
// when it starts, and one optional dependency would try to compile.
function npmCi(root) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(npm, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', () =>
      reject(new PlainFailure('npm was not found. Install npm (it comes with Node) and try again.')),
    );
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new PlainFailure(explain(output)))));
  });
}

function explain(output) {
  const said = output.trim().split('\n').slice(-12).join('\n');
  const advice = /ENOSPC/.test(output)
    ? 'The disk is full. Free about 1.5 GB and try again.'
    : /EUSAGE|in sync/.test(output)
      ? 'package.json and package-lock.json disagree. Run `npm install` once and commit the lock file.'
      : /EACCES|EPERM/.test(output)
        ? "This folder, or npm's cache, belongs to another user. Change its owner, or clone into a folder of your own."
        : /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|network/i.test(output)
          ? 'npm could not reach its registry. Check the network or `npm config get registry`, and try again.'
          : 'Run `npm ci` by hand to see more.';
  return `The packages could not be installed.\n${said}\n\n${advice}`;
}
