import type { UnknownCause } from '../outcomes.ts';
import type { StickyAccount } from './hosts.ts';

export type StickyBody = Readonly<Record<string, unknown>>;

/** What a method was answered. Nothing throws for trouble on the way. */
export type StickyAnswer =
  /** The code says how it went: the status is 200 for refusals as well. */
  | { readonly kind: 'answer'; readonly code: string; readonly body: StickyBody }
  /** Turned away before anything was done. */
  | { readonly kind: 'limited'; readonly code: string }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

type At = Pick<StickyAccount, 'url' | 'user' | 'password'>;

/** One method: `POST /api/v1/{method}`, JSON both ways. */
export async function askSticky(
  at: At,
  timeLimitMs: number,
  method: string,
  params: StickyBody,
): Promise<StickyAnswer> {
  return call(at, timeLimitMs, `/api/v1/${method}`, {
    headers: { ...basic(at), 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
}

/** One method of the older interface, which answers as an address' query is written. */
export async function askMembership(
  at: At,
  timeLimitMs: number,
  method: string,
  params: Readonly<Record<string, string>>,
): Promise<StickyAnswer> {
  return call(at, timeLimitMs, '/admin/membership.php', {
    body: new URLSearchParams({ username: at.user, password: at.password, method, ...params }),
  });
}

const basic = ({ user, password }: At) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

async function call(at: At, timeLimitMs: number, path: string, init: RequestInit): Promise<StickyAnswer> {
  try {
    const response = await fetch(new URL(path, at.url), {
      ...init,
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    return readBody(response.status, await response.text());
  } catch (error) {
    return {
      kind: 'unknown',
      cause: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection',
    };
  }
}

/** What limits calls answers in place of what would have acted. */
const limits = [429, 430];

/** A page instead of an answer (a redirect of an alternative payment, maintenance) comes with 200 as well. */
export function readBody(status: number, text: string): StickyAnswer {
  if (limits.includes(status)) return { kind: 'limited', code: String(status) };
  if (status >= 500 || status === 408) return { kind: 'unknown', cause: 'provider-error' };
  const body = parsed(text) ?? fields(text);
  const code = body?.['response_code'];
  if (body === null || (typeof code !== 'string' && typeof code !== 'number'))
    return { kind: 'unknown', cause: status >= 400 ? 'provider-error' : 'unreadable-answer' };
  return { kind: 'answer', code: String(code), body };
}

function parsed(text: string): StickyBody | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as StickyBody) : null;
  } catch {
    return null;
  }
}

const fields = (text: string): StickyBody | null =>
  /^[\w[\]]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : null;
