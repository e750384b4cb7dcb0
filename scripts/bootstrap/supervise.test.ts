import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { REPLACE_ME } from '@backlot/server/process/process-guard';

const root = join(import.meta.dirname, '../..');
const lines = { supervise: fileURLToPath(new URL('supervise.mjs', import.meta.url)) };
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervise-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A server that notes each of its lives; `live` sees how many there were. */
function supervised(live: string) {
  const [script, starter, notes] = ['server.mjs', 'starter.mjs', 'lives'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(notes)}, 'x');
    const lives = readFileSync(${JSON.stringify(notes)}, 'utf8').length;
    ${live}`,
  );
  writeFileSync(
    starter,
    `import { supervise } from ${JSON.stringify(lines.supervise)};
    process.exit(await supervise(${JSON.stringify(root)}, ${JSON.stringify(script)}, [], { firstPauseMs: 1 }));`,
  );
  const child = spawn(process.execPath, [starter], { stdio: ['ignore', 'pipe', 'ignore'] });
  return {
    child,
    ended: once(child, 'exit').then(([code]) => ({
      code: code as number | null,
      lives: readFileSync(notes, 'utf8').length,
    })),
  };
}

describe('a supervised server', () => {
  it('that asks to be replaced is started again', async () => {
    expect(await supervised(`process.exit(lives < 3 ? ${REPLACE_ME} : 0)`).ended).toEqual({ code: 0, lives: 3 });
  });

  it('that dies of a signal after it was ready is started again', async () => {
    expect(
      await supervised(
        `if (lives > 1) process.exit(0); process.send({ ready: true }, () => process.kill(process.pid, 'SIGSEGV'));`,
      ).ended,
    ).toEqual({ code: 0, lives: 2 });
  });

  it('that cannot start, or dies before it was ready, is left alone', async () => {
    expect(await supervised('process.exit(1)').ended).toEqual({ code: 1, lives: 1 });
    rmSync(join(folder, 'lives'));
    expect((await supervised(`process.kill(process.pid, 'SIGSEGV')`).ended).lives).toBe(1);
  });

  it('stops with its supervisor, also when it would rather be replaced', async () => {
    const { child, ended } = supervised(
      `process.on('SIGTERM', () => process.exit(${REPLACE_ME})); process.stdout.write('up'); setInterval(() => {}, 1000);`,
    );
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, lives: 1 });
  });
});
