import { DomainError, type CallDefinition } from '@backlot/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Type, type TSchema } from 'typebox';
import type { CallRequest, CallRoute, WrittenList } from '../call-route.ts';
import type { AppContext } from '../context.ts';
import { needOfCall } from '../admit/need.ts';
import { textOf } from '../texts/texts.ts';
import { languageOf } from './answers.ts';
import { scanInput } from './body-scan.ts';
import { cookieName } from './cookies.ts';
import { sendKept } from './guests/guest-page.ts';
import type { KeptAnswers, SentAnswer } from './guests/kept-answers.ts';
import { setSessionCookie } from './session-cookie.ts';
import { throttlesOf } from './throttles.ts';

interface LooseResult {
  data?: unknown;
  message?: string;
  messageParams?: Record<string, string | number>;
  session?: { token: string; expiresAt: Date } | null;
  cookies?: ReadonlyArray<{ name: string; value: string; maxAgeSeconds: number }>;
  written?: WrittenList;
  [field: string]: unknown;
}

/**
 * Mounts a call under its path and every further path it answers.
 * @param kept where answers that are the same for all guests are kept; null: nowhere
 */
export function mountCall(
  app: FastifyInstance,
  ctx: AppContext,
  route: CallRoute,
  kept: KeptAnswers | null = null,
): void {
  const { call } = route;
  const options = { ...optionsOf(call), ...throttlesOf(ctx, call) };
  for (const path of [call.path, ...(call.alsoAt ?? [])]) {
    app.route({ ...options, url: path, handler: handlerOf(ctx, route, kept) });
  }
}

function optionsOf(call: CallDefinition): Omit<RouteOptions, 'url' | 'handler'> {
  const schema: Record<string, TSchema> = {};
  if (call.params) schema['params'] = call.params;
  if (call.query) schema['querystring'] = call.query;
  if (call.body) schema['body'] = call.body;
  return {
    method: call.method,
    schema: { ...schema, response: { 200: answerSchema(call) } },
    config: { call },
    preValidation: (request, _reply, done) => {
      try {
        scanInput(request.body);
        scanInput(request.query);
        scanInput(request.params);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  };
}

function handlerOf(
  ctx: AppContext,
  { call, handle, sameForGuests = [] }: CallRoute,
  kept: KeptAnswers | null,
): RouteOptions['handler'] {
  // To the letter: another spelling may ask for something else.
  const same = new Set(
    [call.path, ...(call.alsoAt ?? [])].flatMap((path) =>
      sameForGuests.map((query) => (query === '' ? path : `${path}?${query}`)),
    ),
  );
  return async (request, reply) => {
    const input = callRequest(ctx, call, request);
    reply.header('cache-control', 'no-store');
    if (kept !== null && request.actor === null && same.has(request.url))
      return sendKept(request, reply, await answerForGuests(ctx, request, reply, input, handle, kept));
    const { session, cookies, written, ...result } = (await handle(input as never)) as LooseResult;
    if (input.onPageHost && session !== undefined) {
      setSessionCookie(ctx.config, reply, session);
    }
    for (const { name, value, maxAgeSeconds } of cookies ?? []) {
      reply.setCookie(cookieName(ctx.config, name), value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: ctx.config.publicScheme === 'https',
        maxAge: maxAgeSeconds,
      });
    }
    const answer = answerOf(call, input, result);
    if (written === undefined) return answer;
    reply.header('content-type', jsonType);
    return withWritten(reply.serialize(answer) as string, written);
  };
}

const jsonType = 'application/json; charset=utf-8';

/** A list of an answer that was written before stands where the answer has an empty one. */
const withWritten = (answer: string, { field, text }: WrittenList): string =>
  answer.replace(`"${field}":[]`, () => `"${field}":${text}`);

const answerOf = (
  call: CallDefinition,
  { language }: Pick<CallRequest<CallDefinition>, 'language'>,
  { data, message, messageParams, ...fields }: LooseResult,
): object => ({
  success: call.successIsOne ? 1 : true,
  message: textOf(language, message ?? 'done', messageParams),
  data: data ?? null,
  ...fields,
});

/** Asked, written out and compressed once for all guests of a language who ask at a host. */
async function answerForGuests(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  input: CallRequest<CallDefinition>,
  handle: CallRoute['handle'],
  kept: KeptAnswers,
): Promise<SentAnswer> {
  const { call } = request.routeOptions.config;
  const settingsVersion = await ctx.settings.versionOf(input.tenant);
  const key = JSON.stringify([request.url, input.language, input.pageBase, input.onPageHost, settingsVersion]);
  return kept.get(input.tenant.id, key, async () => {
    const { written, ...result } = (await handle(input as never)) as LooseResult;
    const answer = reply.serialize(answerOf(call!, input, result)) as string;
    const text = written === undefined ? answer : withWritten(answer, written);
    const headers = { 'content-type': jsonType };
    return { made: text, make: async () => ({ status: 200, text, headers, location: null }) };
  });
}

/** Browsers that have spoken before send this, so that a purchase can be told from a stranger's (C12). */
const DEVICE_COOKIE = 'device';

export function callRequest(
  ctx: AppContext,
  call: CallDefinition,
  request: FastifyRequest,
): CallRequest<CallDefinition> {
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  const { tenant, kind, host } = request.site;
  const port = portSuffix(ctx, request);
  const device = request.headers['x-device-id'] ?? request.cookies[DEVICE_COOKIE];
  return {
    tenant,
    actor: request.actor as never,
    admits: (other) => request.admission.admits(needOfCall(other)),
    body: request.body as never,
    query: request.query as never,
    params: request.params as never,
    headers: request.headers,
    cookies: request.cookies,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    deviceId: typeof device === 'string' && /^[\w-]{8,64}$/.test(device) ? device : null,
    idempotencyKey: idempotencyKeyOf(call, request),
    language: request.actor?.language ?? languageOf(request),
    requestId: request.id,
    now: ctx.clock.now(),
    onPageHost: kind === 'page',
    pageBase: `${ctx.config.publicScheme}://${host}${port}`,
    apiBase: `${ctx.config.publicScheme}://api.${host}${port}`,
  };
}

/** @throws invalid-request for a key that could not be told from others */
function idempotencyKeyOf(call: CallDefinition, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (!call.idempotent || key === undefined || key === '') return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{8,200}$/.test(key)) return key;
  throw new DomainError('invalid-request', {}, { fields: [{ field: 'Idempotency-Key', code: 'pattern' }] });
}

/**
 * The API address keeps the page's port (DECISIONS 2). In production only the port that browsers see, or the one that was
 * listened at, is believed: whoever asks names any, and links, policies and redirects are made of it.
 */
export function portSuffix(ctx: AppContext, request: FastifyRequest): string {
  const asked = /:(\d{1,5})$/.exec(request.askedHost)?.[1];
  if (asked && isOurs(Number(asked), ctx, request)) return `:${Number(asked)}`;
  return ctx.config.publicPort === (ctx.config.publicScheme === 'https' ? 443 : 80) ? '' : `:${ctx.config.publicPort}`;
}

const isOurs = (port: number, { config }: AppContext, request: FastifyRequest): boolean =>
  !config.production || port === config.publicPort || port === request.socket.localPort;

/** What leaves the server is what the contract names: anything else in a handler's answer is dropped. */
export function answerSchema(call: CallDefinition): TSchema {
  return Type.Object({
    success: call.successIsOne ? Type.Integer() : Type.Boolean(),
    message: Type.String(),
    data: call.data ?? Type.Null(),
    ...((call.fields as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}),
  });
}
