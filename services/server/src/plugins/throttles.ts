import { DomainError, type CallDefinition } from '@backlot/contracts';
import { countTries } from '@backlot/database/throttles';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../session/address-key.ts';
import type { AppContext } from '../context.ts';
import { BoundedMemory } from '../memory/bounded-memory.ts';
import { atMost } from '../tries/at-most.ts';
import { inBatchesByKey } from '../tries/in-batches.ts';
import { tenantKey, type Tenant, type TenantKey } from '../sites/tenant.ts';

export interface ThrottleHooks {
  readonly preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const REMEMBERED = 10_000;

/**
 * Counts a call by person, or by address where nobody is logged in, over all processes, in the database
 * (`tries/tries.ts` says why there alone). One count a key is under way in a process; what comes meanwhile is counted
 * together, so that however many come at once keep one connection. Who has used up a window is refused from memory until
 * it ends: a flood of calls costs the database nothing. Made once a call: its further paths share the counters.
 */
export function throttlesOf(ctx: AppContext, { path, throttle }: CallDefinition): ThrottleHooks | null {
  if (!ctx.config.throttle || !throttle) return null;
  const { max, seconds } = throttle;
  const refusedUntil = new BoundedMemory<TenantKey, number>('throttles', atMost(REMEMBERED));
  /** For how many milliseconds each is refused, in the order in which they came; 0 for those that pass. */
  const waitMs = inBatchesByKey<TenantKey, Tenant, number>(async (key, calls) => {
    const at = ctx.clock.now();
    // Those that were counted while these waited may have used up the window.
    const knownWaitMs = (refusedUntil.get(key) ?? 0) - at.getTime();
    if (knownWaitMs > 0) return calls.map(() => knownWaitMs);
    const { tries, until } = await ctx.database.tenants.write(calls[0]!, (db) =>
      countTries(db, { key, times: calls.length, windowMs: seconds * 1_000, at }),
    );
    if (tries > max) refusedUntil.set(key, until.getTime());
    const passing = max - (tries - calls.length);
    return calls.map((_, index) => (index < passing ? 0 : until.getTime() - at.getTime()));
  });
  return {
    // After the actor is known and the body has its shape.
    preHandler: async (request, reply) => {
      const tenant = tenantOf(request);
      const refusedMs = await waitMs(tenantKey(tenant, path, request.actor?.userId ?? addressKey(request.ip)), tenant);
      if (refusedMs === 0) return;
      reply.header('retry-after', Math.ceil(refusedMs / 1_000));
      throw new DomainError('too-many-requests');
    },
  };
}

function tenantOf({ site }: FastifyRequest): Tenant {
  if (!('tenant' in site)) throw new DomainError('not-found');
  return site.tenant;
}
