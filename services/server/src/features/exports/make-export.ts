import { sql, table } from '@backlot/database/sql';
import type { Actor } from '../../actor.ts';
import { job, scheduledJob } from '../../jobs/job.ts';
import { ROWS_AT_ONCE } from './ask-export.ts';
import { exportsEndBefore } from './export-rows.ts';
import type { ExportLists } from './export-list.ts';
import { csvText, exportLabels } from './export-labels.ts';

declare module '../../jobs/job.ts' {
  interface JobPayloads {
    'make-export': { exportId: string; actor: Actor };
  }
}

/** Writes a file part by part, all of it from one instant of the database, so that no row is missing or there twice. */
export const makeExportJob = (lists: ExportLists) =>
  job({
    name: 'make-export',
    async run({ ctx, tenant, payload: { exportId, actor }, attempt }) {
      const settings = await ctx.settings.of(tenant);
      try {
        await ctx.database.tenants.write(tenant, async (db) => {
          await sql`set transaction isolation level repeatable read`.run(db);
          const row = await db('exports').where({ id: exportId, state: 'working' }).first();
          if (row === undefined) return;
          const labels = await exportLabels(row.language, settings.timezone);
          const list = lists[row.ask.list];
          let [part, count] = [0, 0];
          for (let isLast = false; !isLast; part += 1) {
            const rows = await list.rows(
              { db, actor, settings, sells: ctx.sells, ask: row.ask, labels, now: row.created_at },
              { limit: ROWS_AT_ONCE, offset: count },
            );
            isLast = rows.length < ROWS_AT_ONCE;
            count += rows.length;
            await db('export_parts').insert({
              export_id: exportId,
              part,
              csv: csvText(part === 0 ? list.head({ labels }) : null, rows),
            });
          }
          await db('exports').where({ id: exportId }).update({ state: 'ready', rows: count, parts: part });
        });
      } catch (error) {
        if (attempt >= 3)
          await ctx.database.tenants.write(tenant, (db) =>
            db('exports').where({ id: exportId, state: 'working' }).update({ state: 'failed' }),
          );
        throw error;
      }
    },
  });

/** Nobody is given them any more by then. */
export const forgetExportsJob = scheduledJob({
  name: 'forget-exports',
  schedule: '23 * * * *',
  isDue: ({ now }) => sql`exists (select from ${table('exports')} where created_at <= ${exportsEndBefore(now)})`,
  async run({ ctx, tenant }) {
    const before = exportsEndBefore(ctx.clock.now());
    await ctx.database.tenants.write(tenant, (db) => db('exports').where('created_at', '<=', before).delete());
  },
});
