import { defineConfig } from 'vitest/config';

import { longestFirst } from './longest-first.ts';

/** Journeys: a real browser and real servers. Paths are from the root, which vitest is told. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['packages/**/*.journey.test.ts', 'services/**/*.journey.test.ts', 'scripts/**/*.journey.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    // One more than there are processors: a person waits as much as a page works.
    maxWorkers: 3,
    sequence: {
      sequencer: longestFirst([
        'access-studio.journey',
        'access.journey',
        'film.journey',
        'film-studio.journey',
        'settings.journey',
        'studio.journey',
        'white-label.journey',
        'start.journey',
        'creator.journey',
        'site-states.journey',
        'library.journey',
      ]),
    },
    // Photos and films take their turn: behind busy processors a second of drawing takes a minute.
    env: { MEDIA_NICENESS: '0' },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // As long as a page's own states are awaited: a busy machine is no failure.
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['packages/testing/src/share-demo-seed.ts'],
  },
});
