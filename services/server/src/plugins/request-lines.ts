import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import type { RequestCounts } from './request-counts.ts';
import { noteRequest, withLogFields, type LogFields } from '../process/log-fields.ts';
import { hasBody } from './slow-bodies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the process's clock that never goes back. */
    begunAt: number;
  }
}

/** What a client that went away was answered; nginx's number, no client ever sees it. */
const CLIENT_GONE = 499;

/** After the site is settled: from here on every log line of a request carries its id and its site. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const fields = fieldsOf(request);
    noteRequest(fields);
    withLogFields(fields, done);
  });
  // A body's last byte is an event of the connection, outside the request.
  app.addHook('preValidation', (request, _reply, done) =>
    hasBody(request.raw) ? withLogFields(fieldsOf(request), done) : done(),
  );
}

/**
 * One line a request, which is counted with it. The route is the pattern that it matched: an address may carry a secret (a ticket, a token of a
 * link in a mail), and so may query, headers and body, none of which is written.
 */
export function logRequests(app: FastifyInstance, { log }: Pick<AppContext, 'log'>, requests: RequestCounts): void {
  const write = (request: FastifyRequest, status: number, ms: number): void => {
    const user = request.actor?.userId;
    const { url, config } = request.routeOptions;
    requests.count(config, status);
    log.info(
      {
        ...fieldsOf(request),
        ...(user === undefined ? {} : { user }),
        method: request.method,
        route: url ?? 'none',
        status,
        ms: Math.round(ms * 10) / 10,
      },
      'request',
    );
  };
  app.decorateRequest('begunAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.begunAt = performance.now();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    write(request, reply.statusCode, reply.elapsedTime);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    write(request, CLIENT_GONE, performance.now() - request.begunAt);
    done();
  });
}

function fieldsOf(request: FastifyRequest): LogFields {
  // A request that was refused before its site was settled has none.
  const site = request.site as FastifyRequest['site'] | undefined;
  return { requestId: request.id, ...(site && 'tenant' in site ? { tenant: site.tenant.id } : {}) };
}
