import { DomainError } from '@backlot/contracts';
import { dayMs } from '@backlot/domain/formats/when';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { giveUp, removeIncoming } from './abort-upload.ts';
import { finishUpload } from './complete-upload.ts';
import { deleteUpload, findIncoming, listEndedUploads, type Incoming } from './upload-rows.ts';

/** Uploads a slice; a site with more of them goes on with the next. */
const SLICE = 100;

/**
 * What uploads left behind, a day after their last address ended: files that came and nobody said so are taken,
 * files that never came are forgotten, and of all others whatever lies beside the original that counts is removed.
 */
export const forgetUploadsJob = scheduledJob({
  name: 'forget-uploads',
  schedule: '41 3 * * *',
  async run({ ctx, tenant, log }) {
    const before = new Date(ctx.clock.now().getTime() - dayMs);
    for (;;) {
      const ended = await ctx.database.tenants.read(tenant, (db) => listEndedUploads(db, before, SLICE));
      for (const { media_id: id } of ended) await forget(ctx, tenant, id);
      if (ended.length < SLICE) break;
    }
    // Those that a crash left without a row.
    const lost = await ctx.storage.listMultiparts(tenant, new Date(before.getTime() - dayMs));
    for (const upload of lost) await ctx.storage.abortMultipart(upload);
    if (lost.length > 0) log.info({ tenant: tenant.id, count: lost.length }, 'transfers that nobody knew were ended');
  },
});

async function forget(ctx: AppContext, tenant: Tenant, mediaId: string): Promise<void> {
  const find = (): Promise<Incoming | null> => ctx.database.tenants.read(tenant, (db) => findIncoming(db, mediaId));
  const found = await find();
  if (found?.media.state === 'waiting') await takeOrGiveUp(ctx, tenant, found);
  const settled = await find();
  if (settled === null) return;
  await removeIncoming(
    ctx,
    tenant,
    settled,
    settled.media.received_at === null ? undefined : settled.media.original_random,
  );
  await ctx.database.tenants.write(tenant, (db) => deleteUpload(db, mediaId));
}

async function takeOrGiveUp(ctx: AppContext, tenant: Tenant, found: Incoming): Promise<void> {
  try {
    await finishUpload(ctx, tenant, found);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'upload-incomplete') await giveUp(ctx, tenant, found);
  }
}
