import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inFolderOfItsOwn, sweepWorkFolders } from './work-folder.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'work-'));
});
afterAll(() => rm(parent, { recursive: true }));

it('a folder of a job that was killed is removed by the next process; those of the living and of others stay', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  await inFolderOfItsOwn('film', parent, async (folder) => {
    const mine = basename(folder);
    await mkdir(join(parent, mine.replace(`-${process.pid}-`, `-${gone}-`)));
    await mkdir(join(parent, `film-00000000-${gone}-abcdef`));
    await mkdir(join(parent, 'film-festival'));
    await sweepWorkFolders(parent);
    expect((await readdir(parent)).toSorted()).toEqual(
      [`film-00000000-${gone}-abcdef`, 'film-festival', mine].toSorted(),
    );
  });
  expect(await readdir(parent)).toHaveLength(2);
});

it('a leftover folder that another user owns stops no work: it stays, and ours are removed', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const shared = await mkdtemp(join(tmpdir(), 'shared-'));
  // As /tmp is: everybody may write, nobody may remove another's.
  await chmod(shared, 0o1777);
  let name = '';
  await inFolderOfItsOwn('film', shared, async (folder) => {
    name = basename(folder).replace(`-${process.pid}-`, `-${gone}-`);
  });
  await mkdir(join(shared, name, 'poster'), { recursive: true });
  await writeFile(join(shared, name, 'poster', 'source'), 'another user');
  await chmod(join(shared, name, 'poster'), 0o500);
  await chmod(join(shared, name), 0o500);
  const program = `
    import { inFolderOfItsOwn } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'work-folder.ts')).href)};
    // Nothing is forbidden to root: be somebody who does not own the folder.
    if (process.getuid() === 0) process.setuid(65534);
    console.log(await inFolderOfItsOwn('film', ${JSON.stringify(shared)}, async () => 'worked'));`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  expect(ran.stdout.trim()).toBe('worked');
  expect(await readdir(shared)).toEqual([name]);
  await chmod(join(shared, name), 0o700);
  await chmod(join(shared, name, 'poster'), 0o700);
  await rm(shared, { recursive: true });
});
