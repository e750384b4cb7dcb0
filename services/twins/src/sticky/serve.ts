import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, readForm, readJson } from '../sandbox/http.ts';
import { membership, methods } from './methods.ts';
import { serveBank } from './bank-page.ts';
import type { StickyTwin } from './twin.ts';

/** Whether a path is one of sticky.io's. */
export const isSticky = (pathname: string): boolean =>
  pathname.startsWith('/api/v1/') || pathname === '/admin/membership.php' || pathname === '/three_d';

/** sticky.io as it is documented: 200 for whatever was understood, the code says how it went. */
export async function serveSticky(twin: StickyTwin, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twin');
  const name = pathname.slice('/api/v1/'.length);
  if (pathname === '/three_d' || name === 'three_d_redirect') return serveBank(twin, searchParams, request, response);
  const isOlder = pathname === '/admin/membership.php';
  const work = isOlder ? await older(twin, request) : await newer(twin, name, request);
  await underFaults(twin, isOlder ? 'membership' : name, response, work);
}

type Work = (response: ServerResponse) => () => void;

async function older(twin: StickyTwin, request: IncomingMessage): Promise<Work> {
  const form = await readForm(request);
  return (response) => {
    const text = membership(twin, form);
    return () => void response.writeHead(200, { 'content-type': 'text/html' }).end(text);
  };
}

async function newer(twin: StickyTwin, name: string, request: IncomingMessage): Promise<Work> {
  const given = (await readJson(request)) ?? {};
  return (response) => {
    const method = Object.hasOwn(methods, name) ? methods[name]! : null;
    const refused = twin.strikes('refused', name)?.code;
    const body = !hasKey(twin, request)
      ? { response_code: '200' }
      : refused !== undefined
        ? { response_code: refused }
        : method === null
          ? { response_code: '700' }
          : method(twin, given as Readonly<Record<string, unknown>>);
    return () => answer(response, 200, body);
  };
}

async function underFaults(twin: StickyTwin, name: string, response: ServerResponse, work: Work): Promise<void> {
  const limited = twin.strikes('limited', name);
  if (limited) return void response.writeHead(limited.status ?? 429).end();
  if (twin.strikes('html', name))
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Maintenance</title></html>');
  // Never answered: the caller gives up.
  if (twin.strikes('timeout-before', name)) return;
  if (twin.strikes('reset-before', name)) return void response.destroy();
  if (twin.strikes('error-before', name)) return void response.writeHead(500).end();
  const slow = twin.strikes('slow', name);
  if (slow) await new Promise((resolve) => setTimeout(resolve, slow.delayMs ?? 500));
  const send = work(response);
  if (twin.strikes('timeout-after', name)) return;
  if (twin.strikes('reset-after', name)) return void response.destroy();
  if (twin.strikes('error-after', name)) return void response.writeHead(500).end();
  send();
}

/** Compared as hashes, so that neither length nor content shows in the time it takes. */
function hasKey({ user, password }: StickyTwin, request: IncomingMessage): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(wanted));
}
