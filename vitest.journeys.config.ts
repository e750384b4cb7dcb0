import { defineConfig } from 'vitest/config';

/** Journeys: a real browser and real servers, two at a time. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['packages/**/*.journey.test.ts', 'services/**/*.journey.test.ts', 'scripts/**/*.journey.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    globalSetup: ['packages/testing/src/share-demo-seed.ts'],
  },
});
