import { isHousekeeping, recordStatements } from '@backlot/database/testing/statements';
import { fillFeed } from '@backlot/server/testing/fill-feed';
import { createWorld, type SiteName, type World } from '@backlot/server/testing/world';
import { median, result, type BenchResult } from './result.ts';

const FEW = 1_000;
const WARM = 40;
const ROUNDS = 300;

/**
 * The feed's page of twenty posts with media for a member who owns a tenth as many posts as there are, half of them in
 * an earlier version: how long it takes, how many statements, and what a hundred times as many posts cost.
 */
export async function benchFeedPages(): Promise<BenchResult[]> {
  const world = await createWorld();
  try {
    await fillFeed(world, 'mars', FEW);
    await fillFeed(world, 'luna', 50_000);
    const { many } = await compareFeeds(world);
    const statements = await statementsOf(world);
    await fillFeed(world, 'luna', 100_000);
    const { many: most, few } = await compareFeeds(world);
    return [
      result('feed page among 50,000 posts with 5,000 bought, p99', many[Math.floor(ROUNDS * 0.99)]!, 'ms', '<', 100),
      result('statements of that page', statements, 'statements', '<=', 6),
      result('feed page among 100,000 posts against 1,000', median(most) / median(few), '×', '<=', 1.2),
    ];
  } finally {
    await world.close();
  }
}

const ask = async (world: World, site: SiteName): Promise<void> => {
  const { status, body } = await world.call('GET /api/blogs', { as: world.people[site].fan });
  if (status !== 200 || body.blogs.length !== 20) throw new Error(`The feed answered ${status}.`);
};

/** Milliseconds of luna's page and of mars's, ascending; in turns, so that what else the machine does strikes both. */
async function compareFeeds(world: World): Promise<{ many: number[]; few: number[] }> {
  const times: Record<SiteName, number[]> = { luna: [], mars: [] };
  for (let round = -WARM; round < ROUNDS; round += 1) {
    for (const site of ['luna', 'mars'] as const) {
      const from = performance.now();
      await ask(world, site);
      if (round >= 0) times[site].push(performance.now() - from);
    }
  }
  const ascending = (values: number[]): number[] => values.sort((one, other) => one - other);
  return { many: ascending(times.luna), few: ascending(times.mars) };
}

async function statementsOf(world: World): Promise<number> {
  await ask(world, 'luna');
  const recording = recordStatements();
  await ask(world, 'luna');
  return recording.stop().filter((statement) => !isHousekeeping(statement)).length;
}
