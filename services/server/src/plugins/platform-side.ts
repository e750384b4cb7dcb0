import { everyCall } from '@backlot/contracts/calls';
import type { FastifyInstance } from 'fastify';
import type { AppParts } from '../app.ts';
import { describeCalls } from './describe.ts';

/** Health and description: on the platform's host and loopback only (DECISIONS 1). */
export function mountPlatform(app: FastifyInstance, { isReady }: AppParts): void {
  const description = JSON.stringify(describeCalls(everyCall));
  const config = { access: 'platform' } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const parts = await isReady();
    const ready = Object.values(parts).every(Boolean);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts });
  });
  app.get('/api/openapi.json', { config }, async (_request, reply) => reply.type('application/json').send(description));
}
