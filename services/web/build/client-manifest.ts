import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { integrityOf } from './script-inventory.ts';

const name = 'virtual:client-manifest';

interface Chunk {
  file: string;
  css?: string[];
  integrity?: Record<string, string>;
}

/** Gives the server's bundle the manifest that the browser's build has just written, and the text of its stylesheets. */
export function clientManifest(file: string): Plugin {
  return {
    name: 'client-manifest',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? source(file) : null),
  };
}

function source(file: string): string {
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>) : {};
  const folder = join(dirname(file), '..');
  const files = new Set(
    Object.values(manifest)
      .flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])])
      .filter((one) => one.endsWith('.css')),
  );
  for (const chunk of Object.values(manifest))
    chunk.integrity = Object.fromEntries(
      [chunk.file, ...(chunk.css ?? [])]
        .filter((one) => /\.(?:js|css)$/.test(one))
        .map((one) => [`/${one}`, integrityOf(join(folder, one))]),
    );
  const styles = Object.fromEntries([...files].map((one) => [`/${one}`, readFileSync(join(folder, one), 'utf8')]));
  return `export const manifest = ${JSON.stringify(manifest)};\nexport const styles = ${JSON.stringify(styles)};`;
}
