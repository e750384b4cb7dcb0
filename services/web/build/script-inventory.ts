import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { inlineScripts } from '../src/inline-scripts.ts';
import { reasonOf, thirdParties } from './script-reasons.ts';

/** As the `integrity` of an element says it. */
export const integrityOf = (file: string): string => digestOf(readFileSync(file));

const digestOf = (bytes: string | Buffer): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

/**
 * Writes which scripts and styles the pages may run, with the hash of each and why it is there (PCI DSS 6.4.3). What is
 * served is compared with it.
 */
export function scriptInventory(): Plugin {
  return {
    name: 'script-inventory',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle(options, bundle) {
      const folder = options.dir ?? '';
      const files = Object.values(bundle)
        .filter(({ fileName }) => /\.(?:js|css)$/.test(fileName))
        .map((file) => ({
          address: `/${file.fileName}`,
          integrity: integrityOf(join(folder, file.fileName)),
          reason:
            file.type === 'chunk'
              ? reasonOf(file.facadeModuleId ?? file.moduleIds.at(-1) ?? file.name)
              : 'How the screens look.',
        }))
        .toSorted((one, other) => one.address.localeCompare(other.address));
      const inline = inlineScripts.map(({ text, reason }) => ({ integrity: digestOf(text), reason }));
      writeFileSync(
        join(folder, 'script-inventory.json'),
        `${JSON.stringify({ files, inline, thirdParties }, null, 2)}\n`,
      );
    },
  };
}
