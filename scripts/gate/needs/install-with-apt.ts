import { runCommand } from '../run-command.ts';

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** Installs Debian packages for the whole system; for root. Throws with apt's last lines. */
export async function installWithApt(packages: string[]): Promise<void> {
  await apt(['update', '-q']);
  await apt(['install', '-y', '-q', '--no-install-recommends', ...packages]);
}

async function apt(args: string[]): Promise<void> {
  // Another package manager may hold the lock for a while on a machine that just booted.
  const { code, output } = await runCommand('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { env });
  if (code !== 0) throw new Error(`apt-get ${args[0]} failed: ${output.trim().split('\n').slice(-4).join('\n')}`);
}
