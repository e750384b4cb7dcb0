import { DomainError } from '@backlot/contracts';
import { doors } from '@backlot/contracts/http/doors';
import type { TenantDb } from '@backlot/database';
import { textPages } from '@backlot/domain/sites/navigation';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { pageBaseOf } from '../../../sites/page-base.ts';

/** A sitemap may hold 50,000 addresses; the newest posts are what a search engine comes for. */
const MOST_POSTS = 5_000;

/** What a search engine may list: the pages that are open to everybody. Nothing of a site that is closed or behind its age gate. */
export function mountSitemap(app: FastifyInstance, ctx: AppContext): void {
  app.get(doors.sitemap.path, { config: { door: doors.sitemap } }, async (request, reply) => {
    if (!('tenant' in request.site)) throw new DomainError('not-found');
    const { tenant } = request.site;
    const now = ctx.clock.now();
    const posts = await ctx.database.tenants.read(tenant, (db) => listPublicPosts(db, now));
    const base = pageBaseOf(ctx, request);
    const entries = [
      ...['/', '/home', '/membership', ...textPages].map((path) => `<url><loc>${escaped(base + path)}</loc></url>`),
      ...posts.map(
        ({ id, changedAt }) =>
          `<url><loc>${escaped(`${base}/feed/${id}`)}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`,
      ),
    ];
    // Where it depends on the reader's place, no cache between us may hand it to somebody elsewhere.
    const caching = request.admission.isSameForAll ? 'public, max-age=300' : 'private, no-store';
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', caching)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
      );
  });
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function listPublicPosts(db: TenantDb, now: Date): Promise<Array<{ id: string; changedAt: Date }>> {
  const rows = await db('posts')
    .where({ visibility: 'public', media_waiting: 0, media_failed: 0 })
    .whereNull('deleted_at')
    .whereNull('replaced_at')
    .where('publish_at', '<=', now)
    .orderBy('publish_at', 'desc')
    .limit(MOST_POSTS)
    .select('id', 'publish_at');
  return rows.map((row) => ({ id: row.id, changedAt: row.publish_at }));
}
