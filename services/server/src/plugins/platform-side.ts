import { doors } from '@backlot/contracts/http/doors';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../app.ts';
import { mountOperations } from '../features/platform/operations.ts';
import { describeRoutes, type MountedRoute } from './describe.ts';

/** Health and description: on the platform's host and loopback only (DECISIONS 1). */
export function mountPlatform(
  app: FastifyInstance,
  dependencies: AppDependencies,
  routes: readonly MountedRoute[],
): void {
  let description: string | null = null;
  mountHealth(app, dependencies);
  // Without accounts of its own yet, this side tells strangers nothing more in production.
  if (!dependencies.ctx.config.production) void app.register(async (own) => mountOperations(own, dependencies));
  app.get(doors.description.path, { config: { door: doors.description } }, async (_request, reply) =>
    reply.type('application/json').send((description ??= JSON.stringify(describeRoutes(routes)))),
  );
}

/** Whether the process lives, and whether every part of it can do its work. */
export function mountHealth(app: FastifyInstance, { ctx, isReady }: Pick<AppDependencies, 'ctx' | 'isReady'>): void {
  app.get(doors.health.path, { config: { door: doors.health } }, async () => ({ status: 'ok', bus: ctx.bus.state() }));
  app.get(doors.readiness.path, { config: { door: doors.readiness } }, async (_request, reply) => {
    const { ready, parts } = await isReady();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts });
  });
}
