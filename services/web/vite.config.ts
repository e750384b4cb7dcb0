import react from '@vitejs/plugin-react';
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defineConfig } from 'vite';
import { chunkOf } from './build/chunk-of.ts';
import { clientManifest } from './build/client-manifest.ts';
import { compressAssets } from './build/compress-assets.ts';
import { scriptInventory } from './build/script-inventory.ts';
import { serverTranslation } from './build/server-translation.ts';

const here = import.meta.dirname;
/** Each theme's character is a stylesheet of its own; a page links the one its site wears. */
const themes = Object.fromEntries(
  globSync('../../themes/*/theme.css', { cwd: here }).map((file) => [
    `theme-${basename(dirname(file))}`,
    join(here, file),
  ]),
);

/** `vite build` makes both bundles: the browser's first, because the server's carries its manifest. */
export default defineConfig({
  root: here,
  publicDir: false,
  plugins: [
    react(),
    clientManifest(join(here, 'dist/client/.vite/manifest.json')),
    compressAssets(),
    scriptInventory(),
    serverTranslation(join(here, 'src/lib/texts/server-translation.tsx')),
  ],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments['client']!);
      await builder.build(builder.environments['ssr']!);
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        sourcemap: false,
        // Browsers of two years: `light-dark()` stays itself, which a colour scheme set in the page needs.
        cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
        modulePreload: { polyfill: false },
        // Fonts and pictures stay files: an inlined one would be downloaded by everybody.
        assetsInlineLimit: 0,
        rolldownOptions: {
          // What every page needs and what changes with its package only, apart from what changes with each edit.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'house',
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(?:react-query|query-core)|i18next|react-i18next|use-sync-external-store|html-parse-stringify)\//,
                  priority: 1,
                },
                { name: chunkOf, debugName: 'loaded together', includeDependenciesRecursively: false },
              ],
            },
          },
          input: {
            fan: join(here, 'src/entry-fan.tsx'),
            landing: join(here, 'src/entry-landing.ts'),
            studio: join(here, 'src/entry-studio.tsx'),
            ...themes,
          },
        },
      },
    },
    ssr: {
      // One file without dependencies, so that it always runs React's production build.
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: 'dist/server',
        emptyOutDir: true,
        sourcemap: false,
        minify: false,
        rolldownOptions: { input: { 'entry-server': join(here, 'src/entry-server.tsx') } },
      },
    },
  },
});
