import rateLimit from '@fastify/rate-limit';
import { DomainError, type CallDefinition } from '@backlot/contracts';
import { countTry } from '@backlot/database/throttles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../session/address-key.ts';
import type { AppContext } from '../context.ts';
import { tenantKey, type Tenant, type TenantKey } from '../sites/tenant.ts';

export interface ThrottleHooks {
  readonly preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Counts in Redis, over all processes, where there is one. Before any route is mounted. */
export async function openThrottles(app: FastifyInstance, { redis }: AppContext): Promise<void> {
  if (redis === null) return;
  await app.register(rateLimit, { global: false, redis: redis.commands, nameSpace: `${redis.namespace}:tries:` });
}

/**
 * Counts a call by session or address, over all processes: in Redis, and in the database while Redis is away or where
 * there is none. Made once a call: its further paths share the counters.
 */
export function throttlesOf(
  app: FastifyInstance,
  ctx: AppContext,
  { path, throttle }: CallDefinition,
): ThrottleHooks | null {
  if (!ctx.config.throttle || !throttle) return null;
  const { max, seconds } = throttle;
  const keyOf = (request: FastifyRequest): TenantKey =>
    tenantKey(tenantOf(request), path, request.actor?.userId ?? addressKey(request.ip));
  const inRedis = ctx.redis && app.createRateLimit({ max, timeWindow: seconds * 1_000, keyGenerator: keyOf });
  const waitInRedis = async (request: FastifyRequest): Promise<number | null> => {
    if (inRedis === null || ctx.redis?.isConnected() !== true) return null;
    const limit = await inRedis(request).catch(() => null);
    if (limit === null || limit.isAllowed) return null;
    return limit.isExceeded ? limit.ttl : 0;
  };
  const waitInDatabase = async (request: FastifyRequest): Promise<number> => {
    const at = ctx.clock.now();
    const { tries, until } = await ctx.database.tenants.write(tenantOf(request), (db) =>
      countTry(db, { key: keyOf(request), windowMs: seconds * 1_000, at }),
    );
    return tries > max ? Math.max(1, until.getTime() - at.getTime()) : 0;
  };
  return {
    // After the actor is known and the body has its shape.
    preHandler: async (request, reply) => {
      const waitMs = (await waitInRedis(request)) ?? (await waitInDatabase(request));
      if (waitMs === 0) return;
      reply.header('retry-after', Math.ceil(waitMs / 1_000));
      throw new DomainError('too-many-requests');
    },
  };
}

function tenantOf({ site }: FastifyRequest): Tenant {
  if (!('tenant' in site)) throw new DomainError('not-found');
  return site.tenant;
}
