import { openDatabase, startEmbedded } from '@backlot/database';
import { withOwner } from '@backlot/database/owner';

/** At the same time: making a schema keeps one process of Postgres busy. */
const lanes = 2;

/**
 * So many sites with so many posts each, made on a Postgres that waits for no disk; whoever starts it again afterwards has
 * one that does.
 */
export async function makeFleet(options: {
  dataDir: string;
  sites: number;
  postsASite: number;
  report: (text: string) => void;
}): Promise<void> {
  const { dataDir, sites, postsASite, report } = options;
  const since = performance.now();
  const server = await startEmbedded({ dataDir, durable: false });
  const database = await openDatabase({ url: server.url, poolSize: 2 });
  try {
    await database.migrateShared();
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let number = (next += 1); number <= sites; number = next += 1) {
        const { id } = await database.provision({ slug: `site-${number}`, hosts: [`site-${number}.test`] });
        await withOwner(server.url, (owner) =>
          owner.query(
            `insert into tenant_${id}.posts
               (id, title, caption, visibility, currency, private_blur, caption_blur, publish_at, photo_count, created_at)
             select gen_random_uuid(), 'A post', 'A caption', 'public', 'USD', false, false, at, 1, at
             from (select now() - n * interval '1 hour' as at from generate_series(1, ${postsASite}) n) posts`,
          ),
        );
        if (number % 50 === 0)
          report(`${number} of ${sites} sites, ${Math.round((performance.now() - since) / 1_000)} s`);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    await withOwner(server.url, (owner) => owner.query('vacuum analyze'));
  } finally {
    await database.close();
    await server.stop();
  }
}
