import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inFolderOfItsOwn, sweepWorkFolders } from './work-folder.ts';

let parent: string;
beforeAll(async () => { parent = await mkdtemp(join(tmpdir(), 'work-')); });
afterAll(() => rm(parent, { recursive: true }));

it('a folder of a job that was killed is removed by the next process; those of the living and of others stay', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  await inFolderOfItsOwn('film', parent, async (folder) => {
    const mine = basename(folder);
    await mkdir(join(parent, mine.replace(`-${process.pid}-`, `-${gone}-`)));
    await mkdir(join(parent, `film-00000000-${gone}-abcdef`));
    await mkdir(join(parent, 'film-festival'));
    await sweepWorkFolders(parent);
    expect((await readdir(parent)).toSorted()).toEqual([`film-00000000-${gone}-abcdef`, 'film-festival', mine].toSorted());
  });
  expect(await readdir(parent)).toHaveLength(2);
});
