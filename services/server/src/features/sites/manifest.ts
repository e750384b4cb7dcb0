import type { FastifyInstance } from 'fastify';
import { DomainError } from '@backlot/contracts';
import type { AppContext } from '../../context.ts';

/** The installed app is the site's own: its name, icons and colours. */
export function mountManifest(app: FastifyInstance, ctx: AppContext): void {
  app.get('/manifest.webmanifest', { config: { access: { kind: 'public' } } }, async (request, reply) => {
    if (!('tenant' in request.site)) throw new DomainError('not-found');
    const settings = await ctx.settings.of(request.site.tenant);
    const icons = settings.manifest_icons.map((src) => ({
      src, type: 'image/png', sizes: /(\d{2,4})/.exec(src.split('/').at(-1) ?? '')?.[1]?.replace(/^(\d+)$/, '$1x$1') ?? '512x512',
      ...(src.includes('maskable') ? { purpose: 'maskable' } : {}),
    }));
    return reply.type('application/manifest+json').header('cache-control', 'public, max-age=300').send(JSON.stringify({
      name: settings.site_name, short_name: settings.site_name.slice(0, 20), description: settings.site_tagline,
      start_url: '/', scope: '/', display: 'standalone', icons,
      ...(settings.site_background_color ? { background_color: settings.site_background_color } : {}),
      ...(settings.theme_color ? { theme_color: settings.theme_color } : {}),
    }));
  });
  app.get('/favicon.ico', { config: { access: { kind: 'public' } } }, async (request, reply) => {
    if (!('tenant' in request.site)) throw new DomainError('not-found');
    const { favicon } = await ctx.settings.of(request.site.tenant);
    if (!favicon.startsWith('/')) throw new DomainError('not-found');
    return reply.redirect(favicon, 302);
  });
  app.get('/robots.txt', { config: { access: { kind: 'public' } } }, async (_request, reply) =>
    reply.type('text/plain').send('User-agent: *\nDisallow: /api/\nDisallow: /admin/\nDisallow: /profile\n'));
}
