import type { TableOf, TenantDb } from '@backlot/database';

export interface PageRow {
  slug: string;
  title: string;
  html: string;
  updated_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    pages: TableOf<PageRow>;
  }
}

export const findPage = async (db: TenantDb, slug: string): Promise<PageRow | null> =>
  (await db('pages').where({ slug }).first()) ?? null;

/** New pages come, known ones change: a slug names a page for ever. */
export async function savePages(
  db: TenantDb,
  pages: ReadonlyArray<Omit<PageRow, 'updated_at'>>,
  now: Date,
): Promise<void> {
  await db('pages')
    .insert(pages.map((page) => ({ ...page, updated_at: now })))
    .onConflict('slug')
    .merge();
}
