import { createHash } from 'node:crypto';
import type { ByteRange, TenantKey } from '../storage/storage.ts';

export interface MediaRequest {
  readonly method: string;
  /** Names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface ServedMedia {
  readonly size: number;
  readonly contentType: string;
  /** Quoted, strong; see `etagOf`. */
  readonly etag: string;
  readonly modifiedAt: Date;
  /**
   * `public` bytes may stay in any cache for ever; `private` ones in the viewer's own, for as long as told, or nowhere;
   * `shared` ones also in caches between us, for less long.
   */
  readonly caching:
    | { readonly kind: 'public' }
    | { readonly kind: 'shared'; readonly maxAgeSeconds: number; readonly sharedSeconds: number }
    | { readonly kind: 'private'; readonly maxAgeSeconds?: number };
}

export interface MediaAnswer {
  readonly status: 200 | 206 | 304 | 405 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether bytes follow: not for HEAD, 304, 405 and 416. */
  readonly sendsBody: boolean;
  /** What to open of the object; null is all of it. */
  readonly range: ByteRange | null;
}

/** Keys are never reused for other content, so a key's digest is a strong tag that does not give the key away. */
export const etagOf = (key: TenantKey): string =>
  `"${createHash('sha256').update(key).digest('base64url').slice(0, 27)}"`;

/** Status, headers and range for a request for stored bytes (RFC 9110 §13–15). Pure: who may see them was asked before. */
export function answerMedia(request: MediaRequest, media: ServedMedia): MediaAnswer {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return without(405, { allow: 'GET, HEAD', 'cache-control': 'no-store' });
  const shared = {
    etag: media.etag,
    'last-modified': media.modifiedAt.toUTCString(),
    'cache-control': cacheControl(media),
    'accept-ranges': 'bytes',
    ...protection,
  };
  const noneMatch = header(request, 'if-none-match');
  if (noneMatch !== null && matches(noneMatch, media.etag)) return without(304, shared);

  // Ranges are defined for GET alone.
  const asked =
    request.method === 'GET' && mayRange(request, media) ? parseRange(header(request, 'range'), media.size) : 'whole';
  if (asked === 'unsatisfiable') {
    return without(416, {
      ...shared,
      'cache-control': 'no-store',
      'content-range': `bytes */${media.size}`,
      'content-length': '0',
    });
  }
  const length = asked === 'whole' ? media.size : asked.end - asked.start + 1;
  const headers: Record<string, string> = {
    ...shared,
    'content-type': media.contentType,
    'content-length': String(length),
  };
  if (asked !== 'whole') headers['content-range'] = `bytes ${asked.start}-${asked.end}/${media.size}`;
  return {
    status: asked === 'whole' ? 200 : 206,
    headers,
    sendsBody: request.method === 'GET',
    range: asked === 'whole' ? null : asked,
  };
}

/** Opened by itself in a tab, an object is a picture and nothing else: no sniffing, no script, no frame. */
const protection = {
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
};

function cacheControl({ caching }: ServedMedia): string {
  if (caching.kind === 'public') return 'public, max-age=31536000, immutable';
  const seconds = Math.floor(caching.maxAgeSeconds ?? 0);
  if (caching.kind === 'shared' && seconds > 0)
    return `public, max-age=${seconds}, s-maxage=${Math.min(seconds, caching.sharedSeconds)}`;
  return seconds > 0 ? `private, max-age=${seconds}` : 'private, no-store';
}

/** One range, or 'whole' for none, several, or one that is not well formed: all of which a server may ignore. */
export function parseRange(text: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(text ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** `If-Range` must name this very object, else the whole comes; a weak tag never does. */
function mayRange(request: MediaRequest, media: ServedMedia): boolean {
  const wanted = header(request, 'if-range');
  if (wanted === null) return true;
  return wanted.startsWith('"')
    ? wanted === media.etag
    : Date.parse(wanted) === Math.floor(media.modifiedAt.getTime() / 1000) * 1000;
}

const matches = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

function header(request: MediaRequest, name: string): string | null {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

const without = (status: 304 | 405 | 416, headers: Record<string, string>): MediaAnswer => ({
  status,
  headers,
  sendsBody: false,
  range: null,
});
