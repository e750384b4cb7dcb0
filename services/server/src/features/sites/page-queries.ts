import { queryKeys } from '@backlot/contracts/bootstrap';
import { textPages } from '@backlot/domain/sites/navigation';
import type { AppContext } from '../../context.ts';
import type { PageQuery, PageRequest } from '../../feature.ts';
import { cleanHtml } from './clean-html.ts';
import { findPage } from './page-rows.ts';

/** The site's own texts come with the page: readable without a script, and nothing moves when they arrive. */
export async function textPageQueries(ctx: AppContext, { tenant, path }: PageRequest): Promise<readonly PageQuery[]> {
  if (!(textPages as readonly string[]).includes(path)) return [];
  const slug = path.slice(1);
  const page = await ctx.database.tenants.read(tenant, (db) => findPage(db, slug));
  return [
    {
      key: queryKeys.page(tenant.id, slug),
      data: page === null ? null : { slug, title: page.title, html: cleanHtml(page.html) },
    },
  ];
}
