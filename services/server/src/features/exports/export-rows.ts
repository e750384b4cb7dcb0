import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { ExportAsk } from '@backlot/contracts/http/exports';
import { dayMs } from '@backlot/domain/formats/when';

export interface ExportRow {
  id: string;
  user_id: string;
  ask: ExportAsk;
  language: string;
  state: 'working' | 'ready' | 'failed';
  file_name: string;
  rows: number;
  parts: number;
  created_at: Date;
}
export interface ExportPartRow {
  export_id: string;
  part: number;
  csv: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    exports: TableOf<ExportRow>;
    export_parts: TableOf<ExportPartRow>;
  }
}

/** The one that is under way for the same ask, or a new one. */
export async function beginExport(
  db: TenantDb,
  row: Omit<ExportRow, 'state' | 'rows' | 'parts'>,
): Promise<{ row: ExportRow; isNew: boolean }> {
  const made = await sql<ExportRow>`
    insert into ${table('exports')} (id, user_id, ask, language, state, file_name, created_at)
    values (${row.id}, ${row.user_id}, ${sql.json(row.ask)}, ${row.language}, 'working', ${row.file_name}, ${row.created_at})
    on conflict (user_id, md5(ask::text)) where state = 'working' do nothing returning *`.first(db);
  if (made) return { row: made, isNew: true };
  const open = await sql<ExportRow>`
    select * from ${table('exports')}
    where user_id = ${row.user_id} and state = 'working' and md5(ask::text) = md5((${sql.json(row.ask)})::text)`.first(
    db,
  );
  // It ended in this moment: whoever asks again gets a new one.
  return open ? { row: open, isNew: false } : beginExport(db, row);
}

/** A file holds names and addresses: it is there for a day. */
export const exportsEndBefore = (now: Date): Date => new Date(now.getTime() - dayMs);

export const findExport = async (
  db: TenantDb,
  id: string,
  { userId, now }: { userId: string; now: Date },
): Promise<ExportRow | null> =>
  (await db('exports').where({ id, user_id: userId }).where('created_at', '>', exportsEndBefore(now)).first()) ?? null;

export const findExportPart = async (db: TenantDb, id: string, part: number): Promise<string | null> =>
  (await db('export_parts').where({ export_id: id, part }).first('csv'))?.csv ?? null;
