/** Renders many pictures at once: one worker a core, each asked for one picture at a time. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import os from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Runs `paint(name, draft)` for every chosen name in workers of this same file. Pictures go to the site's
 * `content/media`, those of the banner to its `brand`.
 * Arguments: names, `--draft` (a ninth of the pixels), `--out <folder>`, `--jobs <n>`.
 */
export async function renderAll(file, names, paint, site) {
  if (workerData) {
    parentPort.on('message', async (name) => {
      const image = await paint(name, workerData.draft);
      const folder = workerData.out ?? join(workerData.site, name.startsWith('hero') ? 'brand' : 'content/media'),
        path = join(folder, `${name}.jpg`);
      mkdirSync(folder, { recursive: true });
      await image.jpeg({ quality: 88, mozjpeg: true }).toFile(path);
      parentPort.postMessage({ name, bytes: statSync(path).size });
    });
    return;
  }
  const args = process.argv.slice(2),
    value = (flag) => (args.includes(flag) ? args.splice(args.indexOf(flag), 2)[1] : undefined);
  const out = value('--out'),
    jobs = Number(value('--jobs') ?? Math.min(os.cpus().length, 8)),
    draft = args.includes('--draft');
  const chosen = args.filter((a) => !a.startsWith('--')),
    unknown = chosen.filter((n) => !names.includes(n));
  if (unknown.length) throw new Error(`No such picture: ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  const queue = chosen.length ? chosen : [...names];
  await Promise.all(
    Array.from(
      { length: Math.min(jobs, queue.length) },
      () =>
        new Promise((done, fail) => {
          const worker = new Worker(file, { workerData: { out, draft, site } });
          let started = 0;
          const next = () => {
            const name = queue.shift();
            if (!name) {
              void worker.terminate();
              done();
              return;
            }
            started = Date.now();
            worker.postMessage(name);
          };
          worker.on('message', ({ name, bytes }) => {
            console.log(`${name}  ${((Date.now() - started) / 1000).toFixed(1)} s  ${Math.round(bytes / 1024)} KB`);
            next();
          });
          worker.on('error', fail);
          next();
        }),
    ),
  );
}
