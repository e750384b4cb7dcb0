import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { mayWriteSetting } from '@backlot/domain/settings';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { portSuffix } from './mount-calls.ts';
import type { Policy } from './security-headers.ts';

/** What a page of a site may load, run and reach: its own, and what its settings name. */
export function pagePolicy(bootstrap: Bootstrap, request: FastifyRequest, ctx: AppContext): Policy {
  const { nonce, site } = bootstrap;
  const api = site.apiBase;
  const check = recaptchaSources(bootstrap, ctx);
  const counting = analyticsOrigins(bootstrap, request);
  const cardField = ctx.config.sandbox ? new URL(ctx.config.sandbox.url).origin : null;
  // Pictures, films and uploads that go to the store itself.
  const store = ctx.storage.origin;
  return {
    'default-src': "'none'",
    'script-src': sources("'self'", `'nonce-${nonce}'`, check, counting.scripts),
    'style-src': sources("'self'", `'nonce-${nonce}'`),
    'style-src-attr': "'unsafe-inline'",
    'img-src': sources("'self'", 'data:', 'blob:', api, store, counting.reports),
    'media-src': sources("'self'", 'blob:', api, store),
    'font-src': "'self'",
    'connect-src': sources(
      "'self'",
      api,
      api.replace(/^http/, 'ws'),
      socketBase(bootstrap, ctx, request),
      store,
      counting.reports,
    ),
    'frame-src':
      sources(cardField, ownCardField(bootstrap), check, framesPreviews(bootstrap) ? "'self'" : null) || "'none'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': bootstrap.isPreview ? "'self'" : "'none'",
  };
}

/** The field that a site's own cards are typed in, where it names one. */
function ownCardField({ settings }: Bootstrap): string | null {
  const url =
    settings['is_sticky_io_enabled'] === true ? URL.parse(String(settings['sticky_io_card_field_url'])) : null;
  return url?.protocol === 'https:' ? url.origin : null;
}

/** The settings screen shows the site beside the form. */
const framesPreviews = ({ viewer, path }: Bootstrap): boolean =>
  viewer !== null && mayWriteSetting('theme_name', viewer.role) && /^\/admin(?:[/?]|$)/.test(path);

const sources = (...origins: ReadonlyArray<string | null>): string => origins.filter(Boolean).join(' ');

/** DECISIONS 42: a page may reach the counting service where the site has one and this visitor has not said no; what loads it waits for a yes. */
function analyticsOrigins(
  { settings, site, isPreview }: Bootstrap,
  request: FastifyRequest,
): { readonly scripts: string; readonly reports: string } {
  const isOn =
    site.status === 'active' &&
    !isPreview &&
    settings['google_analytics_4_measurement_id'] !== '' &&
    request.cookies['analytics'] !== 'no';
  return isOn
    ? {
        scripts: 'https://www.googletagmanager.com',
        reports: 'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
      }
    : { scripts: '', reports: '' };
}

const socketBase = (bootstrap: Bootstrap, ctx: AppContext, request: FastifyRequest): string =>
  `${ctx.config.publicScheme === 'https' ? 'wss' : 'ws'}://${bootstrap.site.host}${portSuffix(ctx, request)}`;

/** Where a site's own human check comes from, with keys: its script, and the frame that the script opens. */
function recaptchaSources({ settings }: Bootstrap, { config }: AppContext): string {
  if (settings['is_recaptcha_enabled'] !== true || !settings['recaptcha_site_key']) return '';
  const url = new URL(config.recaptchaUrl);
  return sources(
    `${url.origin}${url.pathname}/`,
    url.hostname.endsWith('google.com') ? 'https://www.gstatic.com/recaptcha/' : null,
  );
}
