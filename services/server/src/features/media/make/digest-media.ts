import { storageKey } from '@backlot/media';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { scheduledJob } from '../../../jobs/job.ts';
import { listWithoutDigest, setDigest } from './processing-rows.ts';

const SLICE = 50;

/** Media from before every upload was known by its bytes: a night, each is read once. */
export const digestMediaJob = scheduledJob({
  name: 'digest-media',
  schedule: '11 5 * * *',
  async run({ ctx, tenant, log, signal }) {
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await ctx.database.tenants.read(tenant, (db) => listWithoutDigest(db, last, SLICE));
      for (const { id, original_random: random } of rows) {
        if (signal?.aborted) return;
        const hash = createHash('sha256');
        try {
          const original = await ctx.storage.open(storageKey(tenant, 'original', random));
          if (original === null) continue;
          await pipeline(original.stream, hash, signal ? { signal } : {});
        } catch (error) {
          // The next night tries it again; the ones behind it do not wait for that.
          log.warn({ err: error, mediaId: id }, 'an original could not be read');
          continue;
        }
        await ctx.database.tenants.write(tenant, (db) => setDigest(db, id, hash.digest('hex')));
      }
      last = rows.at(-1)?.id ?? last;
      if (rows.length < SLICE) return;
    }
  },
});
