import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from '../run-command.ts';

/**
 * Brings Debian packages without root: apt resolves and downloads what the system does not have,
 * with state and cache of its own, and dpkg unpacks it into a folder. Each program then gets a
 * small script that points it to the libraries there, in `.cache/apt/bin`.
 */
export async function unpackWithApt(root: string, packages: string[], report: (text: string) => void): Promise<void> {
  const base = join(root, '.cache', 'apt');
  const tree = join(base, 'root');
  const bin = join(base, 'bin');
  const archives = join(base, 'cache', 'archives');
  for (const folder of [join(base, 'state', 'lists', 'partial'), join(archives, 'partial'), tree, bin]) {
    mkdirSync(folder, { recursive: true });
  }

  const apt = async (...args: string[]) => {
    const own = ['-o', `Dir::State=${base}/state`, '-o', `Dir::Cache=${base}/cache`, '-o', `Dir::Log=${base}/log`];
    // Without its own lists folder and NoLocking apt asks for root; the list of what is installed stays the system's.
    const rest = [
      '-o',
      `Dir::State::status=${process.env.DPKG_STATUS ?? '/var/lib/dpkg/status'}`,
      '-o',
      'Debug::NoLocking=1',
      '-o',
      'APT::Sandbox::User=',
    ];
    await must('apt-get', ['-q', ...own, ...rest, ...args]);
  };
  report('reading the package lists');
  await apt('update');
  report(`downloading ${packages.join(', ')}`);
  await apt('install', '-y', '--download-only', '--no-install-recommends', ...packages);

  const debs = readdirSync(archives).filter((file) => file.endsWith('.deb'));
  for (const [index, deb] of debs.entries()) {
    report(`unpacking ${index + 1} of ${debs.length}`);
    await must('dpkg-deb', ['-x', join(archives, deb), tree]);
    rmSync(join(archives, deb));
  }
  writeFontsConfiguration(base, tree);
  writePostgres(bin, base, tree);
  for (const name of ['chromium-headless-shell', 'chromium'])
    writeProgram(bin, base, tree, name, `usr/lib/chromium/${name}`);
  for (const name of ['ffmpeg', 'ffprobe', 'redis-server']) writeProgram(bin, base, tree, name, `usr/bin/${name}`);
}

async function must(command: string, args: string[]): Promise<void> {
  const { code, output } = await runCommand(command, args);
  if (code !== 0) throw new Error(`${command} failed: ${output.trim().split('\n').slice(-4).join('\n')}`);
}

/** The server's programs find each other by the folder they lie in, under names that the system's may have too. */
function writePostgres(bin: string, base: string, tree: string): void {
  const versions = join(tree, 'usr', 'lib', 'postgresql');
  const newest = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))[0] : undefined;
  if (newest === undefined) return;
  for (const name of ['postgres', 'initdb', 'psql', 'pg_dump', 'pg_dumpall', 'pg_restore'])
    writeProgram(bin, base, tree, name, `usr/lib/postgresql/${newest}/bin/${name}`);
}

function writeProgram(bin: string, base: string, tree: string, name: string, program: string): void {
  if (!existsSync(join(tree, program))) return;
  const libraries = foldersOfLibraries(join(tree, 'usr', 'lib')).concat(foldersOfLibraries(join(tree, 'lib')));
  const script = `#!/bin/sh
export LD_LIBRARY_PATH="${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="${base}/fonts.conf"
exec "${join(tree, program)}" "$@"
`;
  writeFileSync(join(bin, name), script, { mode: 0o755 });
}

// Some libraries live a level deeper and are linked by update-alternatives, which does not run here.
function foldersOfLibraries(folder: string, depth = 0): string[] {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  const here = entries.some((entry) => /^lib.+\.so(\.|$)/.test(entry.name)) ? [folder] : [];
  if (depth === 2) return here;
  const folders = entries.filter((entry) => entry.isDirectory());
  return [...here, ...folders.flatMap((entry) => foldersOfLibraries(join(folder, entry.name), depth + 1))];
}

function writeFontsConfiguration(base: string, tree: string): void {
  writeFileSync(
    join(base, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${tree}/usr/share/fonts</dir>
  <cachedir>${base}/fonts</cachedir>
</fontconfig>
`,
  );
}
