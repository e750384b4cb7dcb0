import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { installWithApt } from './install-with-apt.ts';
import { findProgram, needs, type Need } from './needs.ts';
import { unpackWithApt } from './unpack-with-apt.ts';

export interface Provided {
  /** What the tests' processes get: the paths of the programs. */
  env: Record<string, string>;
  missing: { need: Need; why: string }[];
}

/**
 * Finds the programs that the tests drive and brings the missing ones: by apt as root on Debian
 * and Ubuntu, unpacked into `.cache/apt` for other users there. Never throws: what stays missing
 * is told with the reason.
 */
export async function provideNeeds(root: string, report: (text: string) => void, wanted = needs): Promise<Provided> {
  const env: Record<string, string> = {
    PATH: `${process.env.PATH ?? ''}${delimiter}${join(root, '.cache', 'apt', 'bin')}`,
  };
  let absent = lookFor(wanted, env);
  let why = '';
  const system = readSystem();
  const bring = async (brought: Need[], packagesOf: (need: Need) => string[]): Promise<void> => {
    if (brought.length === 0) return;
    const packages = brought.flatMap(packagesOf);
    report(`${packages.join(', ')} by apt`);
    try {
      if (process.getuid?.() === 0) await installWithApt(packages);
      else await unpackWithApt(root, packages, report);
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
    absent = lookFor(wanted, env);
  };
  if (system === 'ubuntu') await bring(absent, (need) => need.ubuntu ?? need.debian);
  if (system === 'debian') {
    await bring(
      wanted.filter((need) => absent.includes(need) || isSecondBest(need, env)),
      (need) => need.debian,
    );
    if (absent.some((need) => need.debianElse)) await bring(absent, (need) => need.debianElse ?? need.debian);
  }
  report(
    absent.length === 0
      ? wanted.map((need) => need.name).join(', ')
      : `without ${absent.map((need) => need.name).join(', ')}`,
  );
  return {
    env,
    missing: absent.map((need) => ({ need, why: [why, need.elsewhere].filter(Boolean).join('\n') })),
  };
}

function lookFor(wanted: Need[], env: Record<string, string>): Need[] {
  return wanted.filter((need) => {
    const program = findProgram(need, env.PATH);
    if (program) env[need.variable] = program;
    return !program;
  });
}

const isSecondBest = ({ best, variable }: Need, env: Record<string, string>): boolean =>
  best !== undefined && process.env[variable] === undefined && !env[variable]?.endsWith(`/${best}`);

function readSystem(): 'debian' | 'ubuntu' | null {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    if (/^ID=ubuntu/m.test(release)) return 'ubuntu';
    return /^ID(_LIKE)?=.*debian/m.test(release) ? 'debian' : null;
  } catch {
    return null;
  }
}
