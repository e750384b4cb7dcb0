import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

/** Exit code and words of a process in which one part never closes. */
function stopped(code: number): { code: number | null; said: string } {
  const program = `import { Shutdown } from ${JSON.stringify(new URL('./shutdown.ts', import.meta.url).href)};
    const shutdown = new Shutdown(50);
    shutdown.add('The database', async () => console.error('closed'));
    shutdown.add('The server', () => new Promise(() => setInterval(() => {}, 1000)));
    void shutdown.stop(${code});`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return { code: status, said: stderr };
}

describe('a process with a part that does not close', () => {
  it('leaves it, and ends with 1', () =>
    expect(stopped(0)).toEqual({ code: 1, said: 'The server did not stop within 0.05 s; leaving it.\n' }));
  it('still asks for its replacement', () => expect(stopped(75).code).toBe(75));
});
