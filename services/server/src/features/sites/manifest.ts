import { doors } from '@backlot/contracts/http/doors';
import type { Settings } from '@backlot/domain/settings';
import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { DomainError } from '@backlot/contracts';
import type { AppContext } from '../../context.ts';
import { pageBaseOf } from '../../sites/page-base.ts';

/** The installed app is the site's own: its name, icons and colours. */
export function mountManifest(app: FastifyInstance, ctx: AppContext): void {
  app.get(doors.manifest.path, { config: { door: doors.manifest } }, async (request, reply) => {
    if (!('tenant' in request.site)) throw new DomainError('not-found');
    const settings = await ctx.settings.of(request.site.tenant);
    const icons = settings.manifest_icons.map((src) =>
      src.startsWith('/media/public/') && src.endsWith('/picture')
        ? { src, sizes: 'any' }
        : {
            src,
            type: 'image/png',
            sizes: /(\d{2,4})/.exec(src.split('/').at(-1) ?? '')?.[1]?.replace(/^(\d+)$/, '$1x$1') ?? '512x512',
            ...(src.includes('maskable') ? { purpose: 'maskable' } : {}),
          },
    );
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=300')
      .send(
        JSON.stringify({
          name: settings.site_name,
          short_name: settings.site_name.slice(0, 20),
          description: settings.site_tagline,
          start_url: '/',
          scope: '/',
          display: 'standalone',
          icons,
          ...(await frameOf(settings)),
        }),
      );
  });
  app.get(doors.favicon.path, { config: { door: doors.favicon } }, async (request, reply) => {
    if (!('tenant' in request.site)) throw new DomainError('not-found');
    const { favicon } = await ctx.settings.of(request.site.tenant);
    if (!favicon.startsWith('/')) throw new DomainError('not-found');
    return reply.redirect(favicon, 302);
  });
  app.get(doors.robots.path, { config: { door: doors.robots } }, async (request, reply) =>
    reply
      .type('text/plain')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /admin/\nDisallow: /profile\n${'tenant' in request.site ? `Sitemap: ${pageBaseOf(ctx, request)}/sitemap.xml\n` : ''}`,
      ),
  );
}

/** The window of an installed app, while it starts and around it: the page's own ground, the site's or its theme's. */
async function frameOf(settings: Settings): Promise<{ background_color: string; theme_color: string }> {
  const ground = settings.site_background_color || (await themeGround(settings.theme_name));
  return { background_color: ground, theme_color: ground };
}

const grounds = new Map<string, Promise<string>>();

function themeGround(name: string): Promise<string> {
  let ground = grounds.get(name);
  if (!ground) grounds.set(name, (ground = readGround(name)));
  return ground;
}

/** Themes are built in: what is read once stays. */
async function readGround(name: string): Promise<string> {
  const file = new URL(`../../../../../themes/${name}/theme.json`, import.meta.url);
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? '#ffffff' : (JSON.parse(text) as { palette: { light: { bg: string } } }).palette.light.bg;
}
