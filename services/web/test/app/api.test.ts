import { queryKeys } from '@backlot/contracts/bootstrap';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterSession, leaveSession } from '../../src/entities/person/session.ts';
import { api, ApiError, configureApi } from '../../src/lib/api.ts';
import { currentToken, dropToken, expiryOf, keepToken, startSession } from '../../src/lib/storage/session-token.ts';

const calls: { url: string; init: RequestInit }[] = [];
let answer: { status: number; body: unknown } | 'lost' = { status: 200, body: {} };
const ended = vi.fn<() => void>();
const tooMany = vi.fn<(message: string) => void>();

beforeEach(() => {
  calls.length = 0;
  ended.mockClear();
  tooMany.mockClear();
  configureApi({ base: 'http://api.luna.test', language: 'ar', onSessionEnded: ended, onTooMany: tooMany });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(() => {
  dropToken();
  vi.unstubAllGlobals();
});
const headers = (): Record<string, string> => calls[0]!.init.headers as Record<string, string>;

describe('a call', () => {
  it("GEN-03 goes to the interface's host with token, language and key", async () => {
    keepToken('t.o.k');
    answer = { status: 200, body: { success: true, data: {} } };
    await api('POST /api/v2/subscription/subscribe', {
      body: { quote_id: 'q', consent: true },
      idempotencyKey: 'key-1',
    });
    expect(calls[0]!.url).toBe('http://api.luna.test/api/v2/subscription/subscribe');
    expect(headers()).toMatchObject({
      authorization: 'Bearer t.o.k',
      'accept-language': 'ar',
      'idempotency-key': 'key-1',
    });
  });

  it("that sets a cookie of the page goes to the page's own host", async () => {
    answer = { status: 200, body: { success: true, data: {} } };
    await api('POST /api/users/login', { body: { email: 'a@b.example', password: 'x' } });
    expect(calls[0]).toMatchObject({ url: '/api/users/login', init: { credentials: 'same-origin' } });
    await api('POST /api/invitations/accept', { body: { token: 't', password: 'x' } });
    expect(calls[1]).toMatchObject({ url: '/api/invitations/accept', init: { credentials: 'same-origin' } });
  });

  it("of a guest who confirmed the age gate says so to the interface's host", async () => {
    configureApi({ isAgeConfirmed: true });
    answer = { status: 200, body: { success: true, blogs: [] } };
    await api('GET /api/blogs', { query: {} });
    expect(headers()['x-age-confirmed']).toBe('1');
    configureApi({ isAgeConfirmed: false });
  });

  it('fills parameters and leaves out what is not given', async () => {
    answer = { status: 200, body: { success: true, blogs: [] } };
    await api('POST /api/users/check_token/:token', { params: { token: 'a/b' } });
    await api('GET /api/blogs', { query: { page_num: 2, feed_tag_id: undefined } });
    expect(calls.map(({ url }) => url.replace('http://api.luna.test', ''))).toEqual([
      '/api/users/check_token/a%2Fb',
      '/api/blogs?page_num=2',
    ]);
  });

  it.each([
    ['service-stopped', 503, 1],
    ['blocked-area', 451, 1],
    ['maintenance', 503, 0],
    ['not-found', 404, 0],
  ])('refused with %s tells the page whether its site was closed', async (code, status, times) => {
    const closed = vi.fn<() => void>();
    configureApi({ onSiteClosed: closed });
    answer = { status, body: { success: false, code, message: 'No.' } };
    await expect(api('GET /api/blogs', { query: {} })).rejects.toMatchObject({ code });
    expect(closed).toHaveBeenCalledTimes(times);
  });

  it('refused throws code, fields and details', async () => {
    answer = {
      status: 409,
      body: {
        success: false,
        code: 'payment-declined',
        message: 'No.',
        requestId: 'r1',
        allow_cascade: false,
        errors: [{ field: 'email', code: 'email-invalid', message: 'Bad.' }],
      },
    };
    const error = await api('GET /api/users/me', { query: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'payment-declined',
      status: 409,
      message: 'No.',
      requestId: 'r1',
      details: { allow_cascade: false },
      fields: [{ field: 'email' }],
    });
  });

  it('lost on the way is unknown, not refused', async () => {
    answer = 'lost';
    await expect(api('GET /api/users/me', { query: {} })).rejects.toMatchObject({ code: 'network', status: 0 });
  });

  it('GEN-07 answered 429 is told', async () => {
    answer = {
      status: 429,
      body: {
        success: false,
        code: 'too-many-requests',
        message: 'You sent too many requests. Please wait a while then try again',
      },
    };
    await api('GET /api/users/me', { query: {} }).catch(() => null);
    expect(tooMany).toHaveBeenCalledWith('You sent too many requests. Please wait a while then try again');
  });

  it('ACC-12 with a dead session logs out, with a wrong password it does not', async () => {
    keepToken('t.o.k');
    answer = { status: 401, body: { success: false, code: 'login-default' } };
    await api('POST /api/users/login', { body: { email: 'a@b.example', password: 'x' } }).catch(() => null);
    expect(currentToken()).toBe('t.o.k');
    answer = { status: 401, body: { success: false, code: 'session-ended' } };
    await api('GET /api/users/me', { query: {} }).catch(() => null);
    expect(currentToken()).toBeNull();
    expect(ended).toHaveBeenCalledOnce();
  });
});

describe('the session at the start of a page', () => {
  const now = Date.UTC(2026, 10, 21);
  const token = (exp: number): string =>
    `h.${Buffer.from(JSON.stringify({ exp: exp / 1000 })).toString('base64url')}.s`;
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });

  it('ACC-18 expiry is read from the token itself', () => {
    expect([expiryOf(token(now)), expiryOf('nonsense'), expiryOf('a.%%.c')]).toEqual([now, 0, 0]);
  });

  it('ACC-19 ACC-20 ACC-21 a stored token counts until it expires, and absence is a guest', () => {
    expect(startSession(null, now)).toBeNull();
    keepToken(token(now + 1));
    expect(startSession(null, now)).toBe(token(now + 1));
    expect(startSession(null, now + 1)).toBeNull();
    expect(stored.size).toBe(0);
  });

  it('ACC-13 a login stores its token, then loads the person with it, and nothing of what a guest saw stays', async () => {
    const queries = new QueryClient();
    const feed = queryKeys.feed('site', null);
    queries.setQueryData(feed, 'as a guest');
    let kept: string[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      calls.push({ url, init });
      kept = [...stored.values()];
      return new Response(JSON.stringify({ success: true, data: { _id: 'ottilie' } }), { status: 200 });
    });
    expect(await enterSession(queries, 'site', 't.o.k')).toEqual({ _id: 'ottilie' });
    expect(kept).toEqual(['t.o.k']);
    expect([calls[0]!.url, headers()['authorization']]).toEqual([
      'http://api.luna.test/api/users/me?is_request_from_login_or_signup_api=true',
      'Bearer t.o.k',
    ]);
    expect([queries.getQueryData(queryKeys.me('site')), queries.getQueryData(feed)]).toEqual([
      { _id: 'ottilie' },
      undefined,
    ]);
  });

  it.each([
    ['answered', { status: 200, body: { success: true } }],
    ['lost', 'lost'],
  ] as const)('ACC-14 a logout that is %s leaves no token, and nothing of what the person saw', async (_, answered) => {
    const queries = new QueryClient();
    queries.setQueryData(queryKeys.me('site'), { _id: 'ottilie' });
    queries.setQueryData(queryKeys.feed('site', null), 'as a member');
    keepToken('t.o.k');
    answer = answered;
    await leaveSession(queries, 'site');
    expect(headers()['authorization']).toBe('Bearer t.o.k');
    expect([currentToken(), stored.size]).toEqual([null, 0]);
    expect([queries.getQueryData(queryKeys.me('site')), queries.getQueryData(queryKeys.feed('site', null))]).toEqual([
      null,
      undefined,
    ]);
  });

  it('the token that came with the page wins and is kept under a neutral key', () => {
    keepToken(token(now + 1));
    expect(startSession('page.token.x', now)).toBe('page.token.x');
    expect([...stored.entries()]).toEqual([['session-token', 'page.token.x']]);
  });
});
