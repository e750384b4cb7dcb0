import type { Unknown } from '../outcomes.ts';

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: unknown;
}

export interface CallTarget {
  readonly url: string;
  readonly apiKey: string;
  readonly timeLimitMs: number;
}

/**
 * One request, answered within the time limit or unknown. An error of the other side's (5xx, 408) is unknown too:
 * it may have happened after the money moved.
 */
export async function timeLimitedCall(
  target: CallTarget,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer | Unknown> {
  try {
    const response = await fetch(new URL(path, target.url), {
      method,
      headers: {
        authorization: `Bearer ${target.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(target.timeLimitMs),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 408) return { kind: 'unknown', cause: 'provider-error' };
    return { kind: 'answer', status: response.status, body: JSON.parse(text) };
  } catch (error) {
    return { kind: 'unknown', cause: causeOf(error) };
  }
}

function causeOf(error: unknown): Unknown['cause'] {
  if (error instanceof SyntaxError) return 'unreadable-answer';
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection';
}
