import { defineConfig } from 'vitest/config';

import { longestFirst } from './scripts/gate/longest-first.ts';

/** Rules and routes. Journeys in a browser have a configuration of their own. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['packages/**/*.test.{ts,tsx}', 'services/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.journey.test.ts'],
    pool: 'forks',
    // Two more than there are processors: crash, films and time limits wait as much as they work.
    maxWorkers: 4,
    sequence: { sequencer: longestFirst(['crash', 'hostile', 'send-in-parts', 'film', 'photo-wishes', 'photo', 'payment-faults', 'film-crash']) },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
