import type { TenantDb } from '@backlot/database';
import { job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import { watermarkDigest, watermarkOf } from './processing.ts';
import { remake, remakeLater, SAFETY_MS } from './remake-media.ts';
import { askRemake, listOtherwiseMarked } from './remake-rows.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'renew-watermarks': { after: string | null };
  }
}

/** Few enough that a site's thousands of pictures keep one worker from others for seconds only. */
const SLICE = 4;
/** After everything that people wait for. */
const PRIORITY = 150;
/** Every process has heard of the change by then. */
const HEARD_AFTER_MS = 5_000;

export const watermarkSettings: ReadonlySet<string> = new Set([
  'enable_watermark',
  'watermark_size',
  'watermark_color',
  'watermark_position',
]);

/**
 * With the transaction that changes the watermark's settings: all media of the site get it, the latest first, and are
 * shown as they were until then. A change while that goes on begins again.
 */
export async function renewWatermarksLater(db: TenantDb, after: string | null = null): Promise<void> {
  const runAt = after === null ? { runAt: new Date(Date.now() + HEARD_AFTER_MS) } : {};
  await later(db, 'renew-watermarks', { after }, { jobKey: 'renew-watermarks', priority: PRIORITY, ...runAt });
}

/** A slice of photos a job; films take their turn among films. Each is asked for once: what is refused stays as it is. */
export const renewWatermarksJob = job({
  name: 'renew-watermarks',
  lane: 'photos',
  async run({ ctx, tenant, payload }) {
    const digest = watermarkDigest(await watermarkOf(ctx, tenant));
    const found = await ctx.database.tenants.write(tenant, async (db) => {
      const media = await listOtherwiseMarked(db, digest, payload.after, SLICE);
      for (const one of media) {
        await askRemake(db, one.id, {}, null, ctx.clock.now());
        // Photos are made here: their jobs are there in case that this one dies.
        await remakeLater(db, one, {
          priority: PRIORITY,
          runAt: one.kind === 'photo' ? new Date(Date.now() + SAFETY_MS) : null,
        });
      }
      return media;
    });
    await Promise.allSettled(found.filter(({ kind }) => kind === 'photo').map(({ id }) => remake(ctx, tenant, id, 1)));
    const last = found.at(-1);
    if (found.length === SLICE && last)
      await ctx.database.tenants.write(tenant, (db) => renewWatermarksLater(db, last.id));
  },
});
