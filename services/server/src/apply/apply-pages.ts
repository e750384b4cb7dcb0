import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { AppContext } from '../context.ts';
import { cleanHtml, savePages } from '../features/sites/index.ts';
import type { Tenant } from '../sites/tenant.ts';

const titleOf = (html: string, slug: string): string =>
  /<h1[^>]*>([^<]+)<\/h1>/i.exec(html)?.[1]?.trim() ?? slug.replaceAll('-', ' ');

/** Pages of `content/pages/*.html`, named by their slug; the first heading is the title. */
export async function applyPages(ctx: AppContext, tenant: Tenant, folder: string): Promise<void> {
  const names = await readdir(join(folder, 'content/pages')).catch(() => []);
  const pages = await Promise.all(
    names
      .filter((name) => extname(name) === '.html')
      .map(async (name) => {
        const html = await readFile(join(folder, 'content/pages', name), 'utf8');
        const slug = basename(name, '.html');
        return { slug, title: titleOf(html, slug), html: cleanHtml(html.replace(/<h1[^>]*>[^<]+<\/h1>/i, '')) };
      }),
  );
  if (pages.length === 0) return;
  const now = ctx.clock.now();
  await ctx.database.tenants.write(tenant, (db) => savePages(db, pages, now));
}
