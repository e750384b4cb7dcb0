import { DomainError, type CallDefinition } from '@backlot/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { AppContext } from '../context.ts';
import { emailKey } from '../features/accounts/index.ts';
import { tenantKey, type TenantKey } from '../tenant.ts';

/** Keys that a call remembers; who has fewer addresses than this pushes nobody out. */
const REMEMBERED = 20_000;

export interface ThrottleHooks {
  readonly preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  readonly onResponse: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/**
 * Counts a call by session or address and, where it says so, by the account that its body names. In this process only.
 * Made once a call: its further paths share the counters.
 */
export function throttlesOf(ctx: AppContext, { path, throttle }: CallDefinition): ThrottleHooks | null {
  if (!ctx.config.throttle || !throttle) return null;
  const byCaller = openTries(ctx, throttle);
  const byAccount = throttle.perAccount ? openTries(ctx, throttle.perAccount) : null;
  const callerOf = (request: FastifyRequest): TenantKey => keyOf(request, path, request.actor?.userId ?? addressKey(request.ip));
  const accountOf = (request: FastifyRequest): TenantKey => keyOf(request, path, accountDigest(request.body));
  return {
    // After the actor is known and the body has its shape.
    preHandler: async (request, reply) => {
      const waitMs = byCaller.take(callerOf(request)) || (byAccount?.take(accountOf(request)) ?? 0);
      if (waitMs === 0) return;
      reply.header('retry-after', Math.ceil(waitMs / 1000));
      throw new DomainError('too-many-requests');
    },
    onResponse: async (request, reply) => {
      if (throttle.perAccount?.counts === 'refusals' && reply.statusCode < 400) byAccount?.giveBack(accountOf(request));
    },
  };
}

function keyOf(request: FastifyRequest, path: string, who: string): TenantKey {
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  return tenantKey(request.site.tenant, path, who);
}

/** Whether there is such an account makes no difference. */
const accountDigest = (body: unknown): string =>
  createHash('sha256').update(emailKey(String((body as { email?: unknown } | null)?.email ?? ''))).digest('base64url');

/** One line to the internet has 2^64 addresses of IPv6: they count as one. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

interface Tries {
  /** Counts a try; milliseconds to wait when there were too many, else 0. */
  take(key: TenantKey): number;
  giveBack(key: TenantKey): void;
}

function openTries({ clock }: Pick<AppContext, 'clock'>, { max, seconds }: { max: number; seconds: number }): Tries {
  const counted = new LRUCache<TenantKey, { tries: number; until: number }>({ max: REMEMBERED });
  return {
    take(key) {
      const now = clock.now().getTime();
      const known = counted.get(key);
      const window = known && known.until > now ? known : { tries: 0, until: now + seconds * 1000 };
      if (window.tries >= max) return window.until - now;
      window.tries += 1;
      counted.set(key, window);
      return 0;
    },
    giveBack(key) {
      const known = counted.get(key);
      if (known && known.tries > 0) known.tries -= 1;
    },
  };
}
