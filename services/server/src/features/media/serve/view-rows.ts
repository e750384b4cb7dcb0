import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** On a day the browser of a fan was given a picture or film of what they paid for, the first time of that day. */
export interface MediaViewRow {
  id: string;
  user_id: string;
  /** The purchase; null for what their membership opened. */
  entitlement_id: string | null;
  /** `2026-03-10`, in UTC. */
  day: string;
  at: Date;
  address: string;
  user_agent: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    media_views: TableOf<MediaViewRow>;
  }
}

/** Those of a day that is written already are left as they are. In one order, as others write some of the same at once. */
export async function insertViews(db: TenantDb, rows: readonly MediaViewRow[]): Promise<void> {
  await sql`
    insert into ${table('media_views')} (id, user_id, entitlement_id, day, at, address, user_agent)
    select id, user_id, entitlement_id, day, at, address, user_agent from jsonb_to_recordset(${sql.json(rows)}) as v
      (id uuid, user_id uuid, entitlement_id uuid, day date, at timestamptz, address text, user_agent text)
    order by user_id, entitlement_id, day
    on conflict (user_id, entitlement_id, day) do nothing`.run(db);
}

/** Forgets up to `limit` views of days before one. @returns how many there were */
export const deleteViews = (db: TenantDb, before: string, limit: number): Promise<number> =>
  sql`
    delete from ${table('media_views')} where id in (
      select id from ${table('media_views')} where day < ${before}::date order by day limit ${limit}
    )`.run(db);
