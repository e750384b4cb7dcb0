import { closedRibbonsCookie, type Bootstrap } from '@backlot/contracts/bootstrap';
import { DomainError } from '@backlot/contracts';
import { doors } from '@backlot/contracts/http/doors';
import { readerOf, settingsFor, withoutPictures } from '@backlot/domain/settings';
import { previewSettings } from './preview-page.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { pageState } from '../admit/refusals.ts';
import type { AppDependencies } from '../app.ts';
import { sendsMail } from '../config.ts';
import type { AppContext } from '../context.ts';
import { languages } from '../texts/texts.ts';
import { renewalOf } from '../features/offers/index.ts';
import { meOf, personOf } from '../features/profile/index.ts';
import { sendPlatformPage } from '../features/platform/operations.ts';
import { platformFrontPage } from '../features/platform/platform-page.ts';
import { languageOf } from './answers.ts';
import { portSuffix } from './mount-calls.ts';
import { neutralHeaders, neutralNotFound } from './neutral-pages.ts';
import { addressForAllGuests, guestPageKey, sendKept } from './guests/guest-page.ts';
import type { KeptAnswers, SentAnswer } from './guests/kept-answers.ts';
import { sealInline } from './guests/seal-inline.ts';
import { pagePolicy, reporting } from './page-policy.ts';
import { policyHeader, type Policy } from './security-headers.ts';
import { isPlatformSide } from './sites-of-requests.ts';

/** `location` comes with status 302. */
export type RenderPage = (bootstrap: Bootstrap) => Promise<{ status: number; html: string; location?: string }>;

/** Every path that is no call and no file is a page of the site. */
export function mountPages(app: FastifyInstance, dependencies: AppDependencies, kept: KeptAnswers): void {
  app.get(doors.page.path, { config: { door: doors.page } }, async (request, reply) => {
    const { site } = request;
    if (site.kind === 'unknown')
      return reply
        .status(404)
        .headers(neutralHeaders)
        .type('text/html; charset=utf-8')
        .send(neutralNotFound(languageOf(request)));
    const [path = '/'] = request.url.split('?');
    if (path === '/' && isPlatformSide(request)) {
      if (!dependencies.ctx.config.production) return sendPlatformPage(request, reply, dependencies);
      if (site.kind === 'platform')
        return reply.type('text/html; charset=utf-8').headers(neutralHeaders).send(platformFrontPage());
    }
    if (site.kind !== 'page' || path.startsWith('/api/') || /\.(?:php|env|git|map)$/.test(path))
      throw new DomainError('not-found');
    const { tenant, host } = site;
    if (tenant.canonicalHost !== null && host !== tenant.canonicalHost) {
      return reply.redirect(
        `${dependencies.ctx.config.publicScheme}://${tenant.canonicalHost}${portSuffix(dependencies.ctx, request)}${request.url}`,
        308,
      );
    }
    return sendPage(request, reply, dependencies, path, kept);
  });
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: AppDependencies,
  path: string,
  kept: KeptAnswers,
): Promise<FastifyReply> {
  const { renderPage, ctx } = dependencies;
  if (renderPage === null) return reply.status(503).type('text/plain').send('The front end has not been built.');
  const address = addressForAllGuests(request);
  if (address !== null)
    return sendKept(request, reply, await guestPage(request, address, dependencies, renderPage, kept));
  const nonce = randomBytes(16).toString('base64');
  const bootstrap = { ...(await bootstrapOf(request, dependencies, path, request.url)), nonce };
  const { status, html, location } = await renderPage(bootstrap);
  // Also of a guest who is sent to log in first: the login page's address does not have them.
  if (request.query && typeof request.query === 'object') rememberUtm(request, reply, ctx);
  if (location !== undefined) return reply.header('cache-control', 'no-store').redirect(location, 302);
  const source = `'nonce-${nonce}'`;
  const inline = { scripts: [source], styles: [source] };
  return reply
    .headers({
      ...headersOf(bootstrap, pagePolicy(bootstrap, request, ctx, inline)),
      // A page carries who is looking, so nobody may keep it.
      'cache-control': 'private, no-store',
      vary: 'cookie, accept-language',
    })
    .status(status)
    .send(html + padding());
}

/** Made and compressed once for all guests: nothing of a person is in it. */
async function guestPage(
  request: FastifyRequest,
  address: string,
  dependencies: AppDependencies,
  renderPage: RenderPage,
  kept: KeptAnswers,
): Promise<SentAnswer> {
  const { ctx } = dependencies;
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  const { tenant, host } = request.site;
  const key = guestPageKey(request, {
    base: `${host}${portSuffix(ctx, request)}`,
    address,
    language: guestLanguage(request),
    settingsVersion: await ctx.settings.versionOf(tenant),
  });
  return kept.get(tenant.id, key, async () => {
    const bootstrap = await bootstrapOf(request, dependencies, address, address);
    return {
      made: JSON.stringify(bootstrap),
      async make() {
        const nonce = randomBytes(16).toString('base64');
        const { status, html, location = null } = await renderPage({ ...bootstrap, nonce });
        const sealed = sealInline(html, nonce);
        return {
          status,
          location,
          text: sealed.html,
          headers: {
            ...headersOf(bootstrap, pagePolicy(bootstrap, request, ctx, sealed)),
            // The browser asks each time, and is told in few bytes that it has the page. Where something is shut, or may be for
            // others, it keeps none: it would show it again on the way back without asking.
            'cache-control': isOpenToAll(request) ? 'private, no-cache' : 'private, no-store',
            vary: 'cookie, accept-language, accept-encoding',
          },
        };
      },
    };
  });
}

const isOpenToAll = ({ admission }: FastifyRequest): boolean =>
  admission.isSameForAll && admission.refusals.length === 0;

const headersOf = (bootstrap: Bootstrap, policy: Policy): Readonly<Record<string, string>> => ({
  ...policyHeader(policy),
  ...reporting(bootstrap).headers,
  ...(bootstrap.isPreview ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
  'content-type': 'text/html; charset=utf-8',
  'content-language': bootstrap.site.language,
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
});

/** A compressed page that holds a session and an address of the caller's choice would tell the one by its length (BREACH). */
const padding = (): string => `<!-- ${randomBytes(1 + ((randomBytes(1)[0] ?? 0) % 64)).toString('hex')} -->`;

/** Without the nonce, which is another each time. */
async function bootstrapOf(
  request: FastifyRequest,
  dependencies: AppDependencies,
  path: string,
  url: string,
): Promise<Bootstrap> {
  const { ctx, features } = dependencies;
  const { refusals } = request.admission;
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  const { tenant, host } = request.site;
  const now = ctx.clock.now();
  // Before the settings: a page that has newer ones than its version says asks once too often, never too little.
  const settingsVersion = await ctx.settings.versionOf(tenant);
  const stored = await ctx.settings.of(tenant);
  const preview = previewSettings(request, stored);
  const settings = preview ?? stored;
  const { actor, token } = preview === null ? request.admission : { actor: null, token: null };
  const state = pageState(refusals);
  const language = request.admission.actor?.language ?? guestLanguage(request);
  const page = { tenant, actor, path, search: new URLSearchParams(url.slice(path.length + 1)), now, language };
  const [asked, viewer] = await Promise.all([
    refusals.length === 0 ? Promise.all(features.map((feature) => feature.pageQueries?.(ctx, page) ?? [])) : [],
    actor ? meOf(ctx, tenant, actor, now) : null,
  ]);
  const port = portSuffix(ctx, request);
  return {
    site: {
      id: tenant.id,
      name: settings.site_name || tenant.slug,
      host,
      base: `${ctx.config.publicScheme}://${host}${port}`,
      apiBase: tenant.hosts.includes(`api.${host}`) ? '' : `${ctx.config.publicScheme}://api.${host}${port}`,
      currency: settings.currency,
      language,
      direction: language === 'ar' ? 'rtl' : 'ltr',
      languages,
      theme: settings.theme_name,
      ...state,
      merchant: {
        legalName: settings.merchant_legal_name,
        address: settings.merchant_address,
        descriptor: settings.statement_descriptor,
      },
      production: ctx.config.production,
      sendsMail: sendsMail(ctx.config),
      ...renewalOf(ctx, stored),
    },
    settings: settingsFor(
      readerOf(viewer ? personOf(viewer) : null),
      state.isAreaBlocked ? withoutPictures(settings) : settings,
    ),
    settingsVersion,
    viewer,
    token,
    queries: asked.flat().map(({ key, data }) => ({ key, data })),
    path: url,
    nonce: '',
    isPreview: preview !== null,
    closedRibbons: request.cookies[closedRibbonsCookie]?.slice(0, 100) ?? '',
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
    path: '/',
    sameSite: 'lax',
    secure: ctx.config.publicScheme === 'https',
    maxAge: 365 * 86_400,
  });
}
