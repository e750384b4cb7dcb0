import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { PlainFailure } from '../bootstrap/progress.mjs';
import { runCommand } from '../gate/run-command.ts';

const sources = ['services/web', 'themes', 'packages/contracts', 'packages/domain', 'package-lock.json'];
const leftOut = new Set(['dist', 'node_modules', 'test']);

/** Whether the built front end is older than what it is built from. */
export function isWebBuildStale(root: string): boolean {
  const record = join(root, '.cache', 'web-build.json');
  if (!existsSync(join(root, 'services/web/dist')) || !existsSync(record)) return true;
  try {
    return (JSON.parse(readFileSync(record, 'utf8')) as { hash?: string }).hash !== hashSources(root);
  } catch {
    return true;
  }
}

/** Builds the front end and notes what it was built from. Throws with the builder's last lines. */
export async function buildWeb(root: string): Promise<void> {
  const hash = hashSources(root);
  const { code, output } = await runCommand(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: join(root, 'services/web'), env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (code !== 0) {
    const said = stripVTControlCharacters(output)
      .split('\n')
      .filter((line) => line.trim() && !/^\s+at /.test(line));
    throw new PlainFailure(`The front end could not be built.\n${said.slice(0, 25).join('\n')}`);
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, '.cache', 'web-build.json'), `${JSON.stringify({ hash })}\n`);
}

/** A digest of every file that goes into the front end; tests don't. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!leftOut.has(entry.name)) add(inner);
      } else if (!entry.name.includes('.test.')) addFile(inner);
    }
  };
  const addFile = (path: string) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  for (const source of sources) {
    if (!existsSync(join(root, source))) continue;
    if (source.endsWith('.json')) addFile(source);
    else add(source);
  }
  return hash.digest('hex');
}
