import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

import { longestFirst } from './scripts/gate/longest-first.ts';

const nowhere = ['**/node_modules/**', '**/dist/**'];
const journeys = '**/*.journey.test.ts';
const routes = 'services/server/test/**/*.test.ts';

/**
 * Rules and screens that leave nothing behind in what they import share their worker's modules: a process of its own costs
 * each of them several times what its tests do. Whoever replaces a module, a global or the clock has one.
 */
const leavesBehind =
  /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|resetModules|spyOn)\b|globalThis\.\w+ =|process\.env\[/;
/** Screens are drawn without a build by many, all in the same way: they may share their modules with each other. */
const withoutBuild = /vi\.mock\('[./\w]+\/client-manifest\.ts', \(\) => \(\{ manifest: \{\}, styles: \{\} \}\)\);/;
const textOf = (file: string): string => readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
const sharing = globSync(['packages/domain/src/**/*.test.ts', 'services/web/test/**/*.test.{ts,tsx}'], {
  cwd: import.meta.dirname,
}).filter((file) => !file.includes('.journey.') && !leavesBehind.test(textOf(file).replace(withoutBuild, '')));
const drawing = sharing.filter((file) => withoutBuild.test(textOf(file)));
const together = sharing.filter((file) => !drawing.includes(file));

/** Rules and routes. Journeys in a browser have a configuration of their own. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Two more than there are processors: crash, films and time limits wait as much as they work.
    maxWorkers: 4,
    sequence: {
      sequencer: longestFirst([
        'cards-on-form',
        'cards-by-rest',
        'soak',
        'sabotages',
        'crash',
        'move',
        'hostile',
        'send-in-parts',
        'film',
        'other-films',
        'photo-options',
        'photo',
        'payment-faults',
        'film-crash',
      ]),
    },
    // Photos and films take their turn: behind two busy processors a second of drawing takes a minute.
    env: { MEDIA_NICENESS: '0' },
    // Limits for what hangs, never for what is slow: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['packages/**/*.test.{ts,tsx}', 'services/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...nowhere, journeys, routes, ...sharing],
        },
      },
      { extends: true, test: { name: 'rules together', include: together, isolate: false } },
      { extends: true, test: { name: 'screens together', include: drawing, isolate: false } },
      {
        extends: true,
        // Files share their worker's modules: to load the server takes longer than many a file's tests. Each has a
        // database and a server of its own; what a module keeps between files must not matter.
        test: { name: 'routes', include: [routes], exclude: [...nowhere, journeys], isolate: false },
      },
    ],
  },
});
