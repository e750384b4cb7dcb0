import type { ExportAsk, ExportState } from '@backlot/contracts/http/exports';
import { DomainError } from '@backlot/contracts';
import { dayIn } from '@backlot/domain/formats/dates';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { requireExport, type ExportLists } from './export-list.ts';
import { beginExport, findExport, findExportPart, type ExportRow } from './export-rows.ts';
import { csvText, exportLabels } from './export-labels.ts';
import { later } from '../../jobs/later.ts';

/** Rows that an answer may hold; more of them are a job's work. */
export const ROWS_AT_ONCE = 2_000;

/** All rows of a list that match. @throws `access-denied`, `not-found`, `invalid-request` */
export async function askExport(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  ask: ExportAsk,
  { lists, language, now }: { lists: ExportLists; language: string; now: Date },
): Promise<ExportState> {
  const settings = await ctx.settings.of(tenant);
  requireExport(actor, settings, ask);
  const labels = await exportLabels(language, settings.timezone);
  const list = lists[ask.list];
  const rows = await ctx.database.tenants.read(tenant, (db) =>
    list.rows({ db, actor, settings, sells: ctx.sells, ask, labels, now }, { limit: ROWS_AT_ONCE + 1, offset: 0 }),
  );
  const fileName = `${ask.list}-${dayIn(now, settings.timezone)}.csv`;
  if (rows.length <= ROWS_AT_ONCE)
    return {
      _id: null,
      state: 'ready',
      file_name: fileName,
      rows: rows.length,
      parts: 0,
      csv: csvText(list.head({ labels }), rows),
    };
  return present(
    await ctx.database.tenants.write(tenant, async (db) => {
      const { row, isNew } = await beginExport(db, {
        id: v7(),
        user_id: actor.userId,
        ask,
        language,
        file_name: fileName,
        created_at: now,
      });
      if (isNew) await later(db, 'make-export', { exportId: row.id, actor }, { maxAttempts: 3 });
      return row;
    }),
  );
}

/** @throws `not-found` for another's file and one that is over, `access-denied` where the list was closed to its owner since */
export async function showExport(ctx: AppContext, tenant: Tenant, actor: Actor, id: string): Promise<ExportState> {
  return present(await ownExport(ctx, tenant, actor, id));
}

/** @throws as `showExport`, and `not-found` for a part that is none */
export async function showExportPart(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
  part: number,
): Promise<string> {
  const row = await ownExport(ctx, tenant, actor, id);
  const csv =
    row.state === 'ready' ? await ctx.database.tenants.read(tenant, (db) => findExportPart(db, row.id, part)) : null;
  if (csv === null) throw new DomainError('not-found');
  return csv;
}

async function ownExport(ctx: AppContext, tenant: Tenant, actor: Actor, id: string): Promise<ExportRow> {
  const row = await ctx.database.tenants.read(tenant, (db) =>
    findExport(db, id, { userId: actor.userId, now: ctx.clock.now() }),
  );
  if (row === null) throw new DomainError('not-found');
  requireExport(actor, await ctx.settings.of(tenant), row.ask);
  return row;
}

const present = (row: ExportRow): ExportState => ({
  _id: row.id,
  state: row.state,
  file_name: row.file_name,
  rows: row.rows,
  parts: row.parts,
  csv: null,
});
