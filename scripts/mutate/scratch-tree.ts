import { execFileSync } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A copy of a checkout in which code may be broken: its own sources, and the dependencies as hard links. */
export function makeScratchTree(root: string, to: string): { readonly remove: () => void } {
  rmSync(to, { recursive: true, force: true });
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
    .split('\0')
    .filter((file) => file !== '');
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
  linkFolder(join(root, 'node_modules'), join(to, 'node_modules'));
  return { remove: () => rmSync(to, { recursive: true, force: true }) };
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // What tools keep beside the dependencies belongs to this checkout.
    if (['.vite', '.vitest', '.cache'].includes(entry.name)) continue;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) linkFolder(source, target);
    else linkSync(source, target);
  }
}
