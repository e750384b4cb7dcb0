import { closedRibbonsCookie } from '@backlot/contracts/bootstrap';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding, SentAnswer } from './kept-answers.ts';

/**
 * Whether all guests who ask for this get the same, but for what `guestPageKey` tells apart: an address without a query,
 * asked for by nobody who is known, whose browser has closed no ribbon.
 */
export const isForAllGuests = ({ admission, cookies, url }: FastifyRequest): boolean =>
  admission.actor === null &&
  admission.token === null &&
  !url.includes('?') &&
  url.length <= longestAddress &&
  !cookies[closedRibbonsCookie];

/** Of the site's pages none is as long. */
const longestAddress = 300;

/** What beside the site itself and its rows makes one guest's page another than the next one's. */
export const guestPageKey = (
  { url, cookies, admission }: FastifyRequest,
  parts: {
    readonly base: string;
    readonly language: string;
    readonly settingsVersion: number;
  },
): string =>
  JSON.stringify([
    parts.base,
    url,
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
