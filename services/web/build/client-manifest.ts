import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const name = 'virtual:client-manifest';

/** Gives the server's bundle the manifest that the browser's build has just written. */
export function clientManifest(file: string): Plugin {
  return {
    name: 'client-manifest',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export const manifest = ${existsSync(file) ? readFileSync(file, 'utf8') : '{}'};` : null),
  };
}
