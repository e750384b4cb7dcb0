import type { Unknown, UnknownCause } from '../outcomes.ts';
import type { CcbillAccount } from './account.ts';
import type { CcbillHosts } from './hosts.ts';
import { parseLongIntegers } from './long-integers.ts';

/** What was answered, whatever its status, or why nobody knows. */
export type RestAnswer = { readonly kind: 'answer'; readonly status: number; readonly body: unknown } | Unknown;

export interface Rest {
  /** `body` is JSON text, in which ids are long integers. */
  call(method: 'GET' | 'POST', path: string, body?: string): Promise<RestAnswer>;
}

const accept = 'application/vnd.mcn.transaction-service.api.v.2+json';
/** Milliseconds before its end at which a token is renewed. */
const marginMs = 60_000;

/** CCBill's REST interface. Nothing throws for trouble on the way; every call ends within the limit. */
export function openRest(hosts: CcbillHosts, { rest }: CcbillAccount, timeLimitMs: number): Rest {
  let token: { readonly text: string; readonly until: number } | null = null;

  const send = async (path: string, request: RequestInit): Promise<Response | Unknown> => {
    try {
      return await fetch(new URL(path, hosts.api), {
        ...request,
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
      });
    } catch (error) {
      return unknown(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection');
    }
  };

  const authorize = async (): Promise<string | Unknown> => {
    if (token !== null && token.until > performance.now()) return token.text;
    const response = await send('/ccbill-auth/oauth/token', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${rest!.id}:${rest!.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    if (!(response instanceof Response)) return response;
    const answer = await read(response);
    if (answer.kind === 'unknown') return answer;
    const { access_token: text, expires_in: seconds } = answer.body as Record<string, unknown>;
    if (answer.status !== 200 || typeof text !== 'string') return unknown('provider-error');
    const lifeMs = typeof seconds === 'number' ? seconds * 1000 : 0;
    token = { text, until: performance.now() + Math.max(0, lifeMs - marginMs) };
    return text;
  };

  const ask = async (method: string, path: string, body: string | undefined): Promise<RestAnswer> => {
    const bearer = await authorize();
    if (typeof bearer !== 'string') return bearer;
    const response = await send(path, {
      method,
      headers: {
        accept,
        authorization: `Bearer ${bearer}`,
        'cache-control': 'no-cache',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return response instanceof Response ? read(response) : response;
  };

  return {
    async call(method, path, body) {
      if (rest === null) return unknown('provider-error');
      const first = await ask(method, path, body);
      if (first.kind === 'unknown' || first.status !== 401) return first;
      token = null;
      const second = await ask(method, path, body);
      return second.kind === 'answer' && second.status === 401 ? unknown('provider-error') : second;
    },
  };
}

/** An error of CCBill's own may have come after the charge; some of its 500s are refusals and are read as such. */
async function read(response: Response): Promise<RestAnswer> {
  try {
    const text = await response.text();
    if (response.status === 401) return { kind: 'answer', status: 401, body: null };
    const body = parseLongIntegers(text);
    if (typeof body !== 'object' && typeof body !== 'boolean') return unknown('unreadable-answer');
    return { kind: 'answer', status: response.status, body };
  } catch (error) {
    if (response.status >= 500) return unknown('provider-error');
    if (error instanceof SyntaxError) return unknown('unreadable-answer');
    return unknown(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection');
  }
}

const unknown = (cause: UnknownCause): Unknown => ({ kind: 'unknown', cause });
