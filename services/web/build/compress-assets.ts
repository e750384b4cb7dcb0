import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /\.(?:js|css|svg|json)$/;

/** Writes `.br` and `.gz` beside the browser's files once, so that no request pays for it. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle(options, bundle) {
      for (const file of Object.keys(bundle)) {
        if (!worthIt.test(file)) continue;
        const path = join(options.dir ?? '', file);
        const bytes = readFileSync(path);
        if (bytes.length < 1_024) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
