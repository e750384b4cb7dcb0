import { DomainError, type CallDefinition } from '@backlot/contracts';
import { countTry } from '@backlot/database/throttles';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { addressKey } from '../session/address-key.ts';
import type { AppContext } from '../context.ts';
import { tenantKey, type Tenant, type TenantKey } from '../sites/tenant.ts';

export interface ThrottleHooks {
  readonly preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const REMEMBERED = 10_000;

/**
 * Counts a call by session or address, over all processes, in the database (`tries/tries.ts` says why there alone). Who
 * has used up a window is refused from memory until it ends: a flood of calls costs the database nothing. Made once a
 * call: its further paths share the counters.
 */
export function throttlesOf(ctx: AppContext, { path, throttle }: CallDefinition): ThrottleHooks | null {
  if (!ctx.config.throttle || !throttle) return null;
  const { max, seconds } = throttle;
  const refusedUntil = new LRUCache<TenantKey, number>({ max: REMEMBERED });
  const refuse = (reply: FastifyReply, waitMs: number): never => {
    reply.header('retry-after', Math.ceil(waitMs / 1_000));
    throw new DomainError('too-many-requests');
  };
  return {
    // After the actor is known and the body has its shape.
    preHandler: async (request, reply) => {
      const tenant = tenantOf(request);
      const key = tenantKey(tenant, path, request.actor?.userId ?? addressKey(request.ip));
      const at = ctx.clock.now();
      const knownWaitMs = (refusedUntil.get(key) ?? 0) - at.getTime();
      if (knownWaitMs > 0) refuse(reply, knownWaitMs);
      const { tries, until } = await ctx.database.tenants.write(tenant, (db) =>
        countTry(db, { key, windowMs: seconds * 1_000, at }),
      );
      if (tries <= max) return;
      refusedUntil.set(key, until.getTime());
      refuse(reply, until.getTime() - at.getTime());
    },
  };
}

function tenantOf({ site }: FastifyRequest): Tenant {
  if (!('tenant' in site)) throw new DomainError('not-found');
  return site.tenant;
}
