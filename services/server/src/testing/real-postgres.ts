import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount, spawnIdentity } from '@backlot/database/embedded/account';
import { needs, findProgram } from '../../../../scripts/gate/needs/needs.ts';
import { freePort } from './free-port.ts';

export interface RealPostgres {
  /** The superuser's, to database `postgres`. */
  readonly adminUrl: string;
  readonly port: number;
  stop(): Promise<void>;
}

const PASSWORD = 'superuser-of-a-test';

/** The folder of the system's own Postgres programs. @throws a sentence when there are none: what is tested with them is not tested then */
export function postgresPrograms(): string {
  const need = needs.find(({ name }) => name === 'PostgreSQL')!;
  const program = findProgram(need);
  if (program === null)
    throw new Error(`Back-up and restore of a real server are not tested: there is no PostgreSQL. ${need.elsewhere}`);
  return dirname(program);
}

/** A new cluster of the system's Postgres in `folder`, on a free port of 127.0.0.1. */
export async function startRealPostgres(folder: string): Promise<RealPostgres> {
  const programs = postgresPrograms();
  const account = chooseAccount();
  mkdirSync(folder, { mode: 0o711 });
  const [data, secret] = [join(folder, 'data'), join(folder, 'secret')];
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(secret, `${PASSWORD}\n`);
  if (account !== null) for (const path of [folder, data, secret]) chownSync(path, account.uid, account.gid);
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...spawnIdentity(account), cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'fsync=off',
      '-c',
      'max_connections=40',
    ],
    { ...spawnIdentity(account), cwd: folder, stdio: 'ignore' },
  );
  await untilReady(server, data);
  return {
    adminUrl: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    port,
    async stop() {
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

async function untilReady(server: ChildProcess, data: string): Promise<void> {
  let error: Error | null = null;
  server.on('error', (failed) => {
    error = failed;
  });
  const file = join(data, 'postmaster.pid');
  // The file's eighth line is the state.
  while (!(existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready')) {
    if (error !== null || server.exitCode !== null) throw error ?? new Error(`Postgres ended with ${server.exitCode}.`);
    await sleep(20);
  }
}
