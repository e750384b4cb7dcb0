import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';

export interface ServerProgram {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * `serve.ts` as one file, with all of ours and the library for schemas in it: a process that is killed within a second
 * or two should not spend one on finding a thousand files. Other packages stay where they are.
 */
export async function bundleServer(): Promise<ServerProgram> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  // Inside the checkout, so that packages are found from there.
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', 'crash-'));
  const path = join(folder, 'serve.js');
  await build({
    input: join(root, 'scripts/crash/serve.ts'),
    platform: 'node',
    plugins: [whereItWas],
    output: { file: path, codeSplitting: false },
    external: (id) => !isAbsolute(id) && !/^(?:\.|@backlot\/|typebox(?:\/|$))/.test(id),
  });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Files beside a module (migrations, programs of their own) are found from where the module was. */
const whereItWas: Plugin = {
  name: 'where-it-was',
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
  },
};
