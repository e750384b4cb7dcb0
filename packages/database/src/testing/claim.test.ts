import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it.each([
  ['nobody has', null],
  ['a killed process left', '999999999'],
  ['is empty', ''],
])('of many processes that ask at once one gets a file that %s', { timeout: 60_000 }, async (_what, left) => {
  const folder = await mkdtemp(join(tmpdir(), 'claim-'));
  const file = join(folder, 'keeper');
  if (left !== null) await writeFile(file, left);
  const program = join(folder, 'ask.mjs');
  await writeFile(
    program,
    `
    const { claim } = await import(${JSON.stringify(fileURLToPath(new URL('./claim.ts', import.meta.url)))});
    process.on('message', () => process.send(claim(${JSON.stringify(file)})));
    process.on('disconnect', () => process.exit());
    process.send('loaded');`,
  );
  const children: ChildProcess[] = Array.from({ length: 6 }, () => fork(program));
  await Promise.all(children.map((child) => once(child, 'message')));
  const answers = Promise.all(children.map(async (child) => (await once(child, 'message'))[0] as boolean));
  for (const child of children) child.send('now');
  expect((await answers).filter((isOurs) => isOurs)).toHaveLength(1);
  await Promise.all(
    children.map(async (child) => {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    }),
  );
  expect(await readdir(folder)).toEqual(['ask.mjs']);
  await rm(folder, { recursive: true });
});
