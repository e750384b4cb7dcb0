import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { refuse } from '../sandbox/http.ts';
import { fieldPage } from './page.ts';
import { cleanTokens } from './style-tokens.ts';

/** The page's modules, as the page asks for them. */
const modules: Readonly<Record<string, string>> = {
  '/field/page.ts': 'page-script.ts',
  '/field/brand-icons.ts': 'brand-icons.ts',
  '/field/brands.ts': 'brands.ts',
  '/field/card-rules.ts': 'card-rules.ts',
  '/field/messages.ts': 'messages.ts',
  '/field/regroup.ts': 'regroup.ts',
  '/field/style-tokens.ts': 'style-tokens.ts',
};
const stripped = new Map<string, string>();

/** Development only: sites on this machine and on reserved test names. */
const allowedOrigin = /^https?:\/\/(?:(?:[a-z0-9-]+\.)*(?:localhost|test)|127\.0\.0\.1)(?::\d{1,5})?$/;

/** The hosted card field: `GET /field?origin=&lang=&t.<token>=…` and its modules. */
export function serveCardField(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://twin');
  if (url.pathname === '/field') return servePage(url, response);
  const file = Object.hasOwn(modules, url.pathname) ? modules[url.pathname] : undefined;
  if (!file) return refuse(response, 404, 'no-such-path');
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  response.end(moduleText(file));
}

function servePage(url: URL, response: ServerResponse): void {
  const origin = url.searchParams.get('origin') ?? '';
  if (!allowedOrigin.test(origin)) return refuse(response, 400, 'origin-not-allowed');
  const given = [...url.searchParams].flatMap(([name, value]) =>
    name.startsWith('t.') ? [[name.slice(2), value] as const] : [],
  );
  const tokens = cleanTokens(given);
  const nonce = randomBytes(16).toString('base64');
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      `font-src ${origin}`,
      `frame-ancestors ${origin}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  });
  response.end(
    fieldPage({
      origin,
      tokens,
      nonce,
      locale: url.searchParams.get('lang') ?? 'en',
      thisYear: new Date().getFullYear(),
      font: fontOf(tokens.get('font'), url.searchParams.get('t.font-url'), origin),
    }),
  );
}

/** The site's own font file, from the framing origin only. That origin has to allow it by CORS. */
function fontOf(
  families: string | undefined,
  address: string | null,
  origin: string,
): { family: string; url: string } | null {
  const family = families?.split(',')[0]?.trim().replace(/['"]/g, '');
  if (!family || !address || !/^[\w./:-]{1,300}$/.test(address) || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin ? { family, url: url.href } : null;
}

/** Browsers get the modules without their types: what runs there is the very file that is tested here. */
function moduleText(file: string): string {
  let text = stripped.get(file);
  if (text === undefined) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    text = withoutWarning(() => stripTypeScriptTypes(source));
    stripped.set(file, text);
  }
  return text;
}

/** Node says once that stripping is experimental. Our Node is pinned, and what a start prints is for people. */
function withoutWarning<R>(work: () => R): R {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
