import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest begin first, so that none of them is alone at the end. */
const longest = ['access.journey', 'start.journey', 'white-label.journey'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.includes(name));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Journeys: a real browser and real servers, two at a time. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['packages/**/*.journey.test.ts', 'services/**/*.journey.test.ts', 'scripts/**/*.journey.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    globalSetup: ['packages/testing/src/share-demo-seed.ts'],
  },
});
