import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFileSync, spawn } from 'node:child_process';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runConfined, runConfinedCommand, type ChildEnd } from './confined-child.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { scene } from '../testing/made-photos.ts';
import { createPhotoPipeline, type PhotoOutcome } from '../photo/photo.ts';
import { photoKeys } from '../photo/photo-plan.ts';
import { newStorageRandom, storageKey } from '../storage/storage.ts';

const limits = { timeMs: 20_000, memoryBytes: 1536 * 1024 * 1024 };
const onLinux = process.platform === 'linux';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confined-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function programOf(text: string): Promise<string> {
  const path = join(folder, `${newStorageRandom()}.mjs`);
  await writeFile(path, text);
  return path;
}
async function run(text: string, more: Partial<typeof limits> = {}): Promise<{ ended: ChildEnd; work: string }> {
  const work = await mkdtemp(join(folder, 'work-'));
  return { ended: await runConfined(await programOf(text), work, { ...limits, ...more }), work };
}
async function isRunning(pid: number): Promise<boolean> {
  try {
    // A killed child of a child stays as a zombie until somebody collects it.
    return !/State:\tZ/.test(
      onLinux
        ? await readFile(`/proc/${pid}/status`, 'utf8')
        : execFileSync('ps', ['-p', String(pid)], { encoding: 'utf8' }),
    );
  } catch {
    return false;
  }
}

describe('a confined child', () => {
  it("that cannot be started is nobody's damage: it throws, so that the work is tried again", async () => {
    await expect(runConfinedCommand(['/no/such/program'], folder, limits)).rejects.toThrow('The child was not started');
  });

  it('that a supervisor asked to end has told nothing of the file: it throws too', async () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
      await expect(run(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000);`), signal).rejects.toThrow(
        'ended from outside',
      );
    }
  });

  it('lets everybody else pass, as far as the deployment says: ten steps unless told', async () => {
    const seen = async (told: string | undefined): Promise<string> => {
      vi.stubEnv('MEDIA_NICENESS', told);
      const { work } = await run(
        `import { writeFileSync } from 'node:fs'; import { getPriority } from 'node:os';
        writeFileSync('niceness', String(getPriority()));`,
      );
      return readFile(join(work, 'niceness'), 'utf8');
    };
    const ours = getPriority();
    try {
      expect([await seen(undefined), await seen('0'), await seen('4'), await seen('-5'), await seen('')]).toEqual(
        [10, 0, 4, 10, 10].map((step) => String(Math.min(19, ours + step))),
      );
    } finally {
      vi.unstubAllEnvs();
    }
  }, 240_000);

  it('has its folder, no argument but that and no environment but its own', async () => {
    process.env['SECRET_OF_THE_PARENT'] = 'x';
    const { ended, work } = await run(`
      import { writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      writeFileSync('seen.json', JSON.stringify({ cwd: process.cwd(), tmp: tmpdir(), args: process.argv.slice(2), names: Object.keys(process.env) }));`);
    delete process.env['SECRET_OF_THE_PARENT'];
    expect(ended).toEqual({ end: 'done' });
    const seen = JSON.parse(await readFile(join(work, 'seen.json'), 'utf8')) as {
      cwd: string;
      tmp: string;
      args: string[];
      names: string[];
    };
    expect(seen).toMatchObject({ tmp: work, args: [work] });
    expect(seen.cwd.endsWith(work.split('/').at(-1)!)).toBe(true);
    expect(
      seen.names.filter(
        (name) =>
          ![
            'HOME',
            'TMPDIR',
            'PATH',
            'MALLOC_ARENA_MAX',
            'UV_THREADPOOL_SIZE',
            'NODE_COMPILE_CACHE',
            'PWD',
            'OLDPWD',
            'SHLVL',
            '_',
          ].includes(name),
      ),
    ).toEqual([]);
  });

  it('is killed at its time limit, asleep or busy', async () => {
    for (const text of [
      'setInterval(() => {}, 1000);',
      'for (;;);',
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`,
    ]) {
      const before = performance.now();
      expect((await run(text, { timeMs: 700 })).ended).toEqual({ end: 'time_limit' });
      expect(performance.now() - before).toBeLessThan(10_000);
    }
  });

  it.runIf(onLinux)('that had to wait for a processor has longer by the clock', async () => {
    const waits = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);';
    expect((await run(waits, { timeMs: 1000 })).ended).toEqual({ end: 'done' });
  });

  it('takes with it what it started', async () => {
    const { ended, work } = await run(
      `
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      writeFileSync('pid', String(child.pid));
      setInterval(() => {}, 1000);`,
      { timeMs: 1500 },
    );
    expect(ended).toEqual({ end: 'time_limit' });
    const pid = Number(await readFile(join(work, 'pid'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('ends when its parent is killed, where the system can see to that', async ({ skip }) => {
    try {
      execFileSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' });
    } catch {
      skip('this system has no setpriv');
    }
    const work = await mkdtemp(join(folder, 'work-'));
    const child = await programOf(
      `import { writeFileSync } from 'node:fs'; writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000);`,
    );
    const worker = await programOf(`
      import { runConfined } from '${fileURLToPath(new URL('./confined-child.ts', import.meta.url))}';
      await runConfined('${child}', '${work}', ${JSON.stringify(limits)});`);
    const parent = spawn(process.execPath, [worker], { stdio: 'ignore' });
    await expect.poll(() => readFile(join(work, 'pid'), 'utf8').catch(() => ''), { timeout: 15_000 }).toMatch(/\d/);
    parent.kill('SIGKILL');
    const pid = Number(await readFile(join(work, 'pid'), 'utf8'));
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
  });

  it.runIf(onLinux)('is stopped at its memory limit, in the heap and beside it', async () => {
    const heap = `const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, i) => ({ i })));`;
    const beside = `const all = []; for (;;) all.push(Buffer.alloc(50_000_000, 1));`;
    for (const text of [heap, beside]) {
      expect((await run(text, { memoryBytes: 1024 * 1024 * 1024 })).ended).toMatchObject({ end: 'memory_limit' });
    }
  });

  it('tells a crash from an exception', async () => {
    expect((await run('process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000);')).ended).toMatchObject({
      end: 'crashed',
    });
    const { ended } = await run('throw new TypeError("ours");');
    expect(ended).toMatchObject({ end: 'failed', detail: expect.stringContaining('ours') });
  });

  it('reaches no network where the system can forbid it', async ({ skip }) => {
    try {
      execFileSync('unshare', ['--map-root-user', '--net', 'true'], { stdio: 'ignore' });
    } catch {
      skip('this system gives no network namespaces');
    }
    let asked = 0;
    const server = createServer((_request, answer) => {
      asked++;
      answer.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { ended } = await run(`process.exitCode = await fetch('${address}').then(() => 7, () => 0);`);
    expect(ended).toEqual({ end: 'done' });
    expect((await fetch(address)).status).toBe(200);
    expect(asked).toBe(1);
    await new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    });
  });
});

describe('the program for photos', () => {
  it('reads PNG and JPEG alone, also when something else got past the first look', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    for (const original of [
      svg,
      await sharp(await scene(20, 20))
        .tiff()
        .toBuffer(),
      await sharp(await scene(20, 20))
        .gif()
        .toBuffer(),
    ]) {
      const work = await mkdtemp(join(folder, 'work-'));
      await writeFile(join(work, 'source'), original);
      await writeFile(join(work, 'options.json'), JSON.stringify({ rotation: 0, blurRound: 0, watermark: null }));
      expect(
        await runConfined(fileURLToPath(new URL('../photo/photo-child.ts', import.meta.url)), work, limits),
      ).toEqual({
        end: 'done',
      });
      expect(JSON.parse(await readFile(join(work, 'report.json'), 'utf8'))).toMatchObject({ refusal: 'not_supported' });
    }
  });
});

describe('the photo pipeline with a child gone bad', () => {
  async function photoWith(
    text: string,
    { signal, ...more }: Partial<typeof limits> & { signal?: AbortSignal } = {},
  ): Promise<PhotoOutcome> {
    const storage = await openDiskStorage({ root: join(folder, 'store') });
    const source = storageKey({ id: 'abc123def456' }, 'original', newStorageRandom());
    await storage.put(source, await scene(40, 30), { contentType: 'image/png', maxBytes: 1e9 });
    return createPhotoPipeline({ storage, workFolder: folder, program: await programOf(text), ...more }).process(
      {
        source,
        keyFor: photoKeys({ id: 'abc123def456' }, { private: newStorageRandom(), public: newStorageRandom() }),
      },
      signal ? { signal } : {},
    );
  }
  const report = `JSON.stringify({ width: 40, height: 30, dominantColor: '#000000', thumbhash: 'AAAAAAAA', variants: [] })`;

  it('says that the time limit was reached', async () => {
    expect(await photoWith('setInterval(() => {}, 1000);', { timeMs: 500 })).toMatchObject({
      ready: false,
      reason: 'time_limit',
    });
  });

  it.runIf(onLinux)('says that the memory limit was reached', async () => {
    expect(await photoWith('const all = []; for (;;) all.push(Buffer.alloc(50_000_000, 1));')).toMatchObject({
      ready: false,
      reason: 'memory_limit',
    });
  });

  it('throws the reason of a signal, at work or in the line, and leaves no child', async () => {
    const stop = new AbortController();
    const pid = join(folder, 'the-pid');
    const working = photoWith(
      `import { writeFileSync } from 'node:fs'; writeFileSync('${pid}', String(process.pid)); setInterval(() => {}, 1000);`,
      { signal: stop.signal },
    );
    await expect.poll(() => readFile(pid, 'utf8').catch(() => ''), { timeout: 15_000 }).not.toBe('');
    stop.abort(new Error('the process is replaced'));
    await expect(working).rejects.toThrow('the process is replaced');
    await expect.poll(async () => isRunning(Number(await readFile(pid, 'utf8')))).toBe(false);
    await expect(photoWith('void 0;', { signal: stop.signal })).rejects.toThrow('the process is replaced');
  });

  it('calls a photo damaged on which the decoder crashes, and throws for a fault of the program', async () => {
    expect(await photoWith('process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000);')).toMatchObject({
      ready: false,
      reason: 'damaged',
    });
    await expect(photoWith('throw new TypeError("ours");')).rejects.toThrow('ours');
  });

  it('believes no report that does not fit, and follows no link', async () => {
    const write = `import { writeFileSync, symlinkSync, linkSync } from 'node:fs'; const put = (text) => writeFileSync('report.json', text);`;
    for (const text of [
      'void 0;',
      `put('{}');`,
      `put('not JSON');`,
      `put('x'.repeat(100_000));`,
      `symlinkSync('/etc/hostname', 'report.json');`,
      `put(${report});`,
      `put(${report}); symlinkSync('/etc/passwd', 'w320');`,
      `put(${report}); writeFileSync('w320', '<html>');`,
      `put(JSON.stringify({ width: 1e12, height: 30, dominantColor: 'red', thumbhash: '', variants: [] }));`,
    ]) {
      expect(await photoWith(`${write}${text}`), text).toMatchObject({ ready: false, reason: 'damaged' });
    }
  });

  it("takes no file of another's through a link, not even a picture", async () => {
    const picture = `'RIFF    WEBP'`;
    const another = join(folder, 'another.webp');
    await writeFile(another, 'RIFF    WEBP of another site');
    const program = (w320: string) => `import { linkSync, symlinkSync, writeFileSync } from 'node:fs';
      for (const name of ['thumb', 'blur']) writeFileSync(name, ${picture});
      writeFileSync('jpeg960', Buffer.from('ffd8ff', 'hex'));
      ${w320}; writeFileSync('report.json', ${report});`;
    expect(await photoWith(program(`writeFileSync('w320', ${picture})`))).toMatchObject({ ready: true });
    for (const link of ['symlinkSync', 'linkSync']) {
      expect(await photoWith(program(`${link}('${another}', 'w320')`))).toMatchObject({
        ready: false,
        reason: 'damaged',
        detail: 'no w320',
      });
    }
  });

  it('runs no more children at a time than it may', async () => {
    const storage = await openDiskStorage({ root: join(folder, 'store') });
    const marks = await mkdtemp(join(folder, 'marks-'));
    const program = await programOf(`
      import { readdirSync, rmSync, writeFileSync } from 'node:fs';
      const mine = '${marks}/' + process.pid;
      writeFileSync(mine, '');
      const together = readdirSync('${marks}').length;
      await new Promise((go) => setTimeout(go, 200));
      rmSync(mine);
      writeFileSync('report.json', JSON.stringify({ refusal: 'damaged', detail: String(together) }));`);
    const pipeline = createPhotoPipeline({ storage, program, concurrency: 2 });
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const source = storageKey({ id: 'abc123def456' }, 'original', newStorageRandom());
        await storage.put(source, await scene(20, 20), { contentType: 'image/png', maxBytes: 1e9 });
        return pipeline.process({
          source,
          keyFor: photoKeys({ id: 'abc123def456' }, { private: newStorageRandom(), public: newStorageRandom() }),
        });
      }),
    );
    const together = outcomes.map((outcome) => (outcome.ready ? 0 : Number(outcome.detail)));
    expect(Math.max(...together)).toBeLessThanOrEqual(2);
    expect(await readdir(marks)).toEqual([]);
  });
});
