import { closedRibbonsCookie } from '@backlot/contracts/bootstrap';
import { matchRoute } from '@backlot/domain/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding, SentAnswer } from './kept-answers.ts';

/**
 * The address for which all guests get the same, but for what `guestPageKey` tells apart: of a page that there is, asked for by
 * nobody who is known, whose browser has closed no ribbon. Null where there is more to it.
 */
export function addressForAllGuests({ admission, cookies, url }: FastifyRequest): string | null {
  if (admission.actor !== null || admission.token !== null || cookies[closedRibbonsCookie]) return null;
  const [path = '/', query = ''] = url.split(/\?(.*)/s, 2);
  return path.length <= longestAddress && isWrittenOneWay(path) && isOfTracking(query) && matchRoute(path) !== null
    ? path
    : null;
}

/** Of the site's pages none is as long. */
const longestAddress = 300;

/** The same page by another spelling would be made, and held, once more. */
const isWrittenOneWay = (path: string): boolean => path === '/' || !/\/(?:\/|$)/.test(path);

/** What networks add to the links that they show, by which of their members pressed it: a page says the same without. */
const isOfTracking = (query: string): boolean =>
  query === '' || query.split('&').every((part) => tracking.has(part.split('=', 1)[0] ?? ''));
const tracking: ReadonlySet<string> = new Set([
  'fbclid',
  'gad_source',
  'gbraid',
  'gclid',
  'igsh',
  'igshid',
  'msclkid',
  'ttclid',
  'twclid',
  'wbraid',
]);

/** What beside the site itself and its rows makes one guest's page another than the next one's. */
export const guestPageKey = (
  { cookies, admission }: FastifyRequest,
  parts: {
    readonly base: string;
    readonly address: string;
    readonly language: string;
    readonly settingsVersion: number;
  },
): string =>
  JSON.stringify([
    parts.base,
    parts.address,
    parts.language,
    parts.settingsVersion,
    admission.refusals,
    admission.isSameForAll,
    // By it the policy names whom a page may report to (page-policy.ts).
    cookies['analytics'] === 'no',
  ]);

/** What a browser takes, the smallest first. */
export function encodingFor(request: FastifyRequest): Encoding {
  const taken = new Map(
    String(request.headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .map((one) => {
        const [name = '', ...params] = one.split(';').map((part) => part.trim());
        return [name, !params.some((param) => /^q=0(?:\.0*)?$/.test(param))] as const;
      }),
  );
  return (['br', 'gzip'] as const).find((encoding) => taken.get(encoding) === true) ?? 'identity';
}

/** Sends it, or says that the browser still has it. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, page: SentAnswer): Promise<FastifyReply> {
  reply.headers({ ...page.headers });
  if (page.location !== null) return reply.header('cache-control', 'no-store').redirect(page.location, 302);
  const encoding = encodingFor(request);
  const { body, etag } = await page.bytes(encoding);
  // What no browser may keep it never asks about.
  if (page.status === 200 && page.headers['cache-control'] === 'private, no-cache') {
    reply.header('etag', etag);
    if (isHeldBy(request, etag)) return reply.status(304).send();
  }
  // The compressing plugin would have another try at whoever takes anything (`*`), for each request and under the same tag.
  request.headers['x-no-compression'] = '1';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.status(page.status).send(body);
}

const isHeldBy = (request: FastifyRequest, etag: string): boolean =>
  String(request.headers['if-none-match'] ?? '')
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag);
