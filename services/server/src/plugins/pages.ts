import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { DomainError } from '@backlot/contracts';
import { isAdminRole } from '@backlot/domain/roles';
import { readerOf, settingsFor } from '@backlot/domain/settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Actor } from '../actor.ts';
import type { AppParts } from '../app.ts';
import type { AppContext } from '../context.ts';
import { languages } from '../texts.ts';
import { meOf, personOf } from '../features/accounts/index.ts';
import { cookieOf } from './actors.ts';
import { languageOf } from './answers.ts';
import { portSuffix } from './mount-calls.ts';
import { isBehindAgeGate } from './site-state.ts';
import { neutralNotFound, sitesList } from './neutral-pages.ts';

/** `location` comes with status 302. */
export type RenderPage = (bootstrap: Bootstrap) => Promise<{ status: number; html: string; location?: string }>;

/** Every path that is no call and no file is a page of the site. */
export function mountPages(app: FastifyInstance, parts: AppParts): void {
  app.get('/*', { config: { access: { kind: 'public' } } }, async (request, reply) => {
    const { site } = request;
    if (site.kind === 'unknown') return reply.status(404).type('text/html; charset=utf-8').send(neutralNotFound(languageOf(request)));
    if (site.kind === 'loopback' && !parts.ctx.config.production) {
      return reply.type('text/html; charset=utf-8').send(sitesList(parts.registry.all(), portSuffix(parts.ctx, request), parts.ctx.config));
    }
    const [path = '/'] = request.url.split('?');
    if (site.kind !== 'page' || path.startsWith('/api/') || /\.(?:php|env|git|map)$/.test(path)) throw new DomainError('not-found');
    const { tenant, host } = site;
    if (tenant.canonicalHost !== null && host !== tenant.canonicalHost) {
      return reply.redirect(`${parts.ctx.config.publicScheme}://${tenant.canonicalHost}${portSuffix(parts.ctx, request)}${request.url}`, 308);
    }
    return sendPage(request, reply, parts, path);
  });
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, parts: AppParts, path: string): Promise<FastifyReply> {
  if (parts.renderPage === null) return reply.status(503).type('text/plain').send('The front end has not been built.');
  const token = cookieOf(request);
  const actor = 'tenant' in request.site && token !== null ? await parts.sessions.actorOf(request.site.tenant, token) : null;
  request.actor = actor;
  const bootstrap = await bootstrapOf(request, parts, path, actor, actor ? token : null);
  const { status, html, location } = await parts.renderPage(bootstrap);
  if (location !== undefined) return reply.header('cache-control', 'no-store').redirect(location, 302);
  const api = bootstrap.site.apiBase;
  const field = cardFieldOrigin(parts.ctx);
  // Pictures, films and uploads that go to the store itself.
  const store = parts.ctx.storage.origin ?? '';
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    // A page carries who is looking, so nobody may keep it.
    'cache-control': 'private, no-store',
    'content-language': bootstrap.site.language,
    vary: 'cookie, accept-language',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'content-security-policy': [
      "default-src 'none'", `script-src 'self' 'nonce-${bootstrap.nonce}'`, `style-src 'self' 'nonce-${bootstrap.nonce}'`,
      "style-src-attr 'unsafe-inline'", `img-src 'self' data: blob: ${api} ${store}`.trimEnd(), `media-src 'self' blob: ${api} ${store}`.trimEnd(), "font-src 'self'",
      `connect-src 'self' ${api} ${api.replace(/^http/, 'ws')} ${socketBase(bootstrap, parts.ctx, request)} ${store}`.trimEnd(),
      `frame-src ${field ?? "'none'"}`, "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
    ].join('; '),
  });
  if (request.query && typeof request.query === 'object') rememberUtm(request, reply, parts.ctx);
  return reply.status(status).send(html + padding());
}

/** A compressed page that holds a session and an address of the caller's choice would tell the one by its length (BREACH). */
const padding = (): string => `<!-- ${randomBytes(1 + (randomBytes(1)[0] ?? 0) % 64).toString('hex')} -->`;

const socketBase = (bootstrap: Bootstrap, ctx: AppContext, request: FastifyRequest): string =>
  `${ctx.config.publicScheme === 'https' ? 'wss' : 'ws'}://${bootstrap.site.host}${portSuffix(ctx, request)}`;

function cardFieldOrigin(ctx: AppContext): string | null {
  return ctx.config.sandbox ? new URL(ctx.config.sandbox.url).origin : null;
}

async function bootstrapOf(request: FastifyRequest, parts: AppParts, path: string, actor: Actor | null, token: string | null): Promise<Bootstrap> {
  const { ctx, features } = parts;
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  const { tenant, host } = request.site;
  const now = ctx.clock.now();
  const settings = await ctx.settings.of(tenant);
  request.siteLanguage = settings.default_language;
  const isAdmin = actor !== null && isAdminRole(actor.role);
  const status = tenant.status === 'suspended' ? 'stopped' : settings.maintenance_mode && !isAdmin ? 'maintenance' : 'active';
  const ageGate = isBehindAgeGate(request, settings);
  const language = actor?.language ?? guestLanguage(request);
  const page = { tenant, actor, path, search: new URLSearchParams(request.url.slice(path.length + 1)), now, language };
  const asked = status === 'active' && !ageGate
    ? await Promise.all(features.map((feature) => feature.pageQueries?.(ctx, page) ?? [])) : [];
  const viewer = actor ? await meOf(ctx, tenant, actor, now) : null;
  const port = portSuffix(ctx, request);
  return {
    site: {
      id: tenant.id, name: settings.site_name || tenant.slug, host,
      apiBase: tenant.hosts.includes(`api.${host}`) ? '' : `${ctx.config.publicScheme}://api.${host}${port}`,
      currency: tenant.currency, language, direction: language === 'ar' ? 'rtl' : 'ltr', languages,
      theme: settings.theme_name, status, ageGate,
      merchant: { legalName: settings.merchant_legal_name, address: settings.merchant_address, descriptor: settings.statement_descriptor },
      production: ctx.config.production,
    },
    settings: settingsFor(readerOf(viewer ? personOf(viewer) : null), settings),
    settingsVersion: await ctx.settings.versionOf(tenant),
    viewer, token,
    queries: asked.flat().map(({ key, data }) => ({ key, data })),
    path: request.url, nonce: randomBytes(16).toString('base64'),
  };
}

/** A guest's own choice is kept in a cookie; without one the browser's wishes count. */
function guestLanguage(request: FastifyRequest): string {
  const chosen = request.cookies['language'];
  const known: readonly string[] = languages;
  return chosen !== undefined && known.includes(chosen) ? chosen : languageOf(request);
}

const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** GEN-15: the first visit's parameters stay for a year and are stored at registration. */
function rememberUtm(request: FastifyRequest, reply: FastifyReply, ctx: AppContext): void {
  const query = request.query as Record<string, unknown>;
  const found = utmNames.flatMap((name) => {
    const value = query[`utm_${name}`];
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 200)]] : [];
  });
  if (found.length === 0 || request.cookies['pcp_utm_params']) return;
  reply.setCookie('pcp_utm_params', JSON.stringify(Object.fromEntries(found)), {
    path: '/', sameSite: 'lax', secure: ctx.config.publicScheme === 'https', maxAge: 365 * 86_400,
  });
}
