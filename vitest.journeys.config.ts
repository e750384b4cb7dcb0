import { defineConfig } from 'vitest/config';

import { longestFirst } from './scripts/gate/longest-first.ts';

/** Journeys: a real browser and real servers, two at a time. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['packages/**/*.journey.test.ts', 'services/**/*.journey.test.ts', 'scripts/**/*.journey.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(['access.journey', 'start.journey', 'white-label.journey', 'studio.journey', 'site-states.journey']) },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    globalSetup: ['packages/testing/src/share-demo-seed.ts'],
  },
});
