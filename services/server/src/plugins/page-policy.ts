import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { doors } from '@backlot/contracts/http/doors';
import { mayWriteSetting } from '@backlot/domain/settings';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { portSuffix } from './mount-calls.ts';
import { mayTakeCards } from '../sites/card-field-origins.ts';
import { analyticsScripts, recaptchaSources } from '../sites/script-sources.ts';
import type { Policy } from './security-headers.ts';

/** By which a browser knows the scripts and styles that stand in the page itself: a nonce, or a digest of each. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** What a page of a site may load, run and reach: its own, and what its settings name. */
export function pagePolicy(
  bootstrap: Bootstrap,
  request: FastifyRequest,
  ctx: AppContext,
  inline: InlineSources,
): Policy {
  const { site } = bootstrap;
  const api = site.apiBase;
  const check = sources(...recaptchaSources(bootstrap.settings, ctx.config));
  const counting = analyticsOrigins(bootstrap, request);
  const cardField = ctx.config.sandbox ? new URL(ctx.config.sandbox.url).origin : null;
  // Pictures, films and uploads that go to the store itself.
  const store = ctx.storage.origin;
  return {
    'default-src': "'none'",
    'script-src': sources("'self'", ...inline.scripts, check, counting.scripts),
    'style-src': sources("'self'", ...inline.styles),
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
      sources(cardField, ownCardField(bootstrap, ctx), check, framesPreviews(bootstrap) ? "'self'" : null) || "'none'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': bootstrap.isPreview ? "'self'" : "'none'",
    ...reporting(bootstrap).directives,
  };
}

/**
 * Where browsers say what a page was kept from (PCI DSS 11.6.1). The newer way wants a page by https, and then the older one
 * is not used.
 */
export function reporting({ site }: Bootstrap): {
  readonly directives: Policy;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { path } = doors.policyReport;
  const older = { 'report-uri': path };
  return site.base.startsWith('https:')
    ? {
        directives: { ...older, 'report-to': 'policy' },
        headers: { 'reporting-endpoints': `policy="${site.base}${path}"` },
      }
    : { directives: older, headers: {} };
}

/** The field that a site's own cards are typed in, where it names one that the operator allows. */
function ownCardField({ settings }: Bootstrap, { config }: AppContext): string | null {
  const isUsed = settings['is_sticky_io_enabled'] === true || settings['second_card_provider'] === 'sticky_io';
  const url = isUsed ? URL.parse(String(settings['sticky_io_card_field_url'])) : null;
  return url !== null && mayTakeCards(config, url.href) ? url.origin : null;
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
  const scripts = analyticsScripts(settings);
  const isOn = scripts !== null && site.status === 'active' && !isPreview && request.cookies['analytics'] !== 'no';
  return isOn
    ? {
        scripts,
        reports: 'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
      }
    : { scripts: '', reports: '' };
}

const socketBase = (bootstrap: Bootstrap, ctx: AppContext, request: FastifyRequest): string =>
  `${ctx.config.publicScheme === 'https' ? 'wss' : 'ws'}://${bootstrap.site.host}${portSuffix(ctx, request)}`;
