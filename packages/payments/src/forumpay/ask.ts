import type { UnknownCause } from '../outcomes.ts';

export interface ForumpayAccount {
  /** `https://api.forumpay.com`, its sandbox, or a twin. */
  readonly url: string;
  readonly user: string;
  readonly secret: string;
  /** Point of sale: letters, digits, `.`, `_` and `-`. */
  readonly posId: string;
}

/** What an action was answered. Nothing throws for trouble on the way. */
export type ForumpayAnswer =
  | { readonly kind: 'answer'; readonly body: Readonly<Record<string, unknown>> | readonly unknown[] }
  /** ForumPay's own refusal, whatever the status beside it. `message` is meant for people. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

/** Times are UTC without a mark and states are words whatever the language; texts for people come in this one. */
const locale = 'en-GB';

export type ForumpayParams = Readonly<Record<string, string | undefined>>;

/** One action at `/pay/v2/{Action}/`: reads by GET with a query, the rest by POST with a form. */
export async function askForumpay(
  { url, user, secret }: Pick<ForumpayAccount, 'url' | 'user' | 'secret'>,
  timeLimitMs: number,
  method: 'GET' | 'POST',
  action: string,
  params: ForumpayParams = {},
): Promise<ForumpayAnswer> {
  const given = Object.entries({ ...params, locale }).filter(([, value]) => value !== undefined) as [string, string][];
  const target = new URL(`/pay/v2/${action}/`, url);
  const form = new URLSearchParams(given);
  if (method === 'GET') target.search = form.toString();
  try {
    const response = await fetch(target, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` },
      ...(method === 'POST' ? { body: form } : {}),
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

/** `err` comes with any status, 200 too. A page of the network in front of it is no answer of ForumPay's. */
export function readBody(status: number, text: string): ForumpayAnswer {
  const body = parsed(text);
  if (body === null) return { kind: 'unknown', cause: status >= 400 ? 'provider-error' : 'unreadable-answer' };
  if (!Array.isArray(body) && 'err' in body && body.err) {
    // An error of its own may have come after the act.
    if (status >= 500) return { kind: 'unknown', cause: 'provider-error' };
    const code = 'err_code' in body && typeof body.err_code === 'string' ? body.err_code : '';
    return { kind: 'refused', code, message: String(body.err).slice(0, 500) };
  }
  if (status >= 400) return { kind: 'unknown', cause: 'provider-error' };
  return { kind: 'answer', body: body as Readonly<Record<string, unknown>> };
}

function parsed(text: string): object | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}
