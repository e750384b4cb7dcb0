import { DomainError, errorCatalogue, type ErrorAnswer, type FieldError } from '@backlot/contracts';
import { DatabaseError, type DatabaseFault } from '@backlot/database';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage, textOf } from '../texts/texts.ts';
import { neutralFault, neutralHeaders } from './neutral-pages.ts';

/** One handler turns every error into the envelope (DECISIONS 5). */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | DomainError, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal === null) {
      request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'unexpected');
      const status = isPassing(error) ? 503 : 500;
      // Crawlers and clients come again instead of giving up.
      if (status === 503) reply.header('retry-after', '30');
      return isForPage(request)
        ? sendFault(request, reply, status)
        : sendRefusal(request, reply, new DomainError(status === 503 ? 'unavailable' : 'internal-error'));
    }
    if (refusal.status === 429 || refusal.status === 430)
      request.log.warn(
        { limit: refusal.code, address: request.ip, route: request.routeOptions.url ?? 'none' },
        'a limit was reached',
      );
    if (refusal.code === 'too-many-requests')
      reply.header('retry-after', refusal.retryAfterSeconds ?? reply.getHeader('retry-after') ?? 60);
    return sendRefusal(request, reply, refusal);
  });
}

/** A person looks at it, who can do nothing with an envelope. */
const isForPage = ({ routeOptions, site, url }: FastifyRequest): boolean =>
  routeOptions.url === '/*' && site?.kind === 'page' && !url.startsWith('/api/');

const passing: ReadonlySet<DatabaseFault> = new Set(['unreachable', 'pool-exhausted', 'pool-closed']);

/** The database is away or busy, and will be back. */
const isPassing = (error: Error): boolean => error instanceof DatabaseError && passing.has(error.reason);

const sendFault = (request: FastifyRequest, reply: FastifyReply, status: 500 | 503): FastifyReply =>
  reply
    .status(status)
    .headers(neutralHeaders)
    .type('text/html; charset=utf-8')
    .send(neutralFault(languageOf(request), status));

export const languageOf = (request: FastifyRequest): string =>
  chooseLanguage(
    request.headers['accept-language'],
    request.siteLanguage ?? (request.site && 'tenant' in request.site ? request.site.tenant.locale : 'en'),
  );

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: DomainError): FastifyReply {
  const language = request.actor?.language ?? languageOf(request);
  const answer: ErrorAnswer = {
    success: false,
    message: textOf(language, errorCatalogue[refusal.code].text, refusal.params),
    code: refusal.code,
    requestId: request.id,
    ...(Object.keys(refusal.params).length > 0 ? { params: refusal.params } : {}),
    ...(refusal.fields.length > 0 ? { errors: [...refusal.fields] } : {}),
    ...refusal.details,
  };
  return reply
    .status(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer));
}

function asRefusal(error: FastifyError | DomainError): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error.validation)
    return new DomainError('invalid-request', {}, { fields: error.validation.slice(0, 20).map(fieldOf) });
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new DomainError('body-too-large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new DomainError('content-type-refused');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new DomainError('invalid-json');
  }
  // secure-json-parse's SyntaxError, malformed addresses and the like.
  if (error instanceof SyntaxError && error.statusCode === 400) return new DomainError('invalid-json');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new DomainError(error.statusCode === 404 ? 'not-found' : 'invalid-request');
  return null;
}

function fieldOf(problem: NonNullable<FastifyError['validation']>[number]): FieldError {
  const missing =
    problem.keyword === 'required'
      ? `/${String((problem.params as { missingProperty?: string }).missingProperty)}`
      : '';
  const field = `${problem.instancePath}${missing}`.slice(1).replaceAll('/', '.').slice(0, 200);
  return { field, code: problem.keyword, ...(problem.message ? { message: problem.message.slice(0, 200) } : {}) };
}
