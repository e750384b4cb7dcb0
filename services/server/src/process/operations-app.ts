import { DomainError } from '@backlot/contracts';
import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { mountOperations, sendPlatformPage, type OperationsDependencies } from '../features/platform/operations.ts';
import { mountHealth } from '../plugins/platform-side.ts';
import { isLoopback } from '../plugins/sites-of-requests.ts';
import { plainHost } from '../sites/tenant-registry.ts';

/**
 * The page for whoever runs a production, with a listener of its own: behind a proxy on the same machine every request
 * comes from there, so the server's own port can't tell who asks. Listens to nothing yet.
 */
export async function buildOperationsApp(dependencies: OperationsDependencies): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: dependencies.ctx.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024,
  }) as unknown as FastifyInstance;
  app.addHook('onRequest', (request, _reply, done) =>
    done(isFromHere(request) ? undefined : new DomainError('not-found')),
  );
  app.setErrorHandler((error: Error, request, reply) => {
    if (error instanceof DomainError) return reply.status(error.status).send({ success: false, code: error.code });
    request.log.error({ err: error }, 'operations');
    return reply.status(500).send({ success: false, code: 'internal-error' });
  });
  mountHealth(app, dependencies);
  mountOperations(app, dependencies);
  app.get('/', (request, reply) => sendPlatformPage(request, reply, dependencies));
  return app;
}

/** By address, and under a name of this machine: a stranger's page whose name leads here is nobody's business either. */
const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  ['127.0.0.1', 'localhost', '[::1]'].includes(plainHost(headers.host) ?? '') &&
  headers['x-forwarded-for'] === undefined;
