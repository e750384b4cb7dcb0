import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@backlot/database';
import { ownFolders } from '@backlot/database/migrate/migration-files';

export interface Migrated {
  /** From the first look to the last commit; the start of a process is not in it. */
  readonly milliseconds: number;
  readonly migrated: number;
  readonly failed: number;
}

export interface Migrator {
  run(): Promise<Migrated>;
  /** With -9. */
  kill(): Promise<void>;
}

/** A process that waits to bring the whole fleet up to the files of a folder. */
export async function startMigrator(url: string, folder: string): Promise<Migrator> {
  const child = fork(fileURLToPath(import.meta.url), [url, folder]);
  const gone = once(child, 'exit');
  await once(child, 'message');
  return {
    async run() {
      child.send('run');
      const answer = await Promise.race([once(child, 'message'), gone.then(() => null)]);
      if (answer === null) throw new Error('The migrating process ended.');
      await gone;
      return answer[0] as Migrated;
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [url, tenant] = process.argv.slice(2);
  const database = await openDatabase({ url: url!, poolSize: 1, migrations: { ...ownFolders, tenant: tenant! } });
  process.once('message', async () => {
    const since = performance.now();
    const { migrated, failed } = await database.migrateTenants();
    for (const { slug, error } of failed.slice(0, 3)) process.stderr.write(`${slug}: ${error}\n`);
    const milliseconds = performance.now() - since;
    process.send!({ milliseconds, migrated: migrated.length, failed: failed.length } satisfies Migrated);
    await database.close();
    process.disconnect();
  });
  process.send!('ready');
}
