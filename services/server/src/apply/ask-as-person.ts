import type { CallDefinition } from '@backlot/contracts';
import type { Actor } from '../actor.ts';
import type { CallRequest } from '../call-route.ts';
import type { AppContext } from '../context.ts';
import { membershipsFeature } from '../features/memberships/index.ts';
import { offersFeature } from '../features/offers/index.ts';
import { postsFeature } from '../features/posts/index.ts';
import type { Tenant } from '../sites/tenant.ts';
import type { DeclaredEvent } from './apply-history.ts';
import { v7 } from 'uuid';

export type Ask = (call: CallDefinition, body: unknown, query?: unknown) => Promise<{ data: Record<string, unknown> }>;

/** Calls a feature's own handler as the person at that moment. */
export function askAs(
  ctx: AppContext,
  tenant: Tenant,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
  event: DeclaredEvent,
  attempt: number,
  now: Date,
): Ask {
  const routes = [offersFeature, membershipsFeature, postsFeature].flatMap(
    (feature) => feature.routes?.(ctx, null as never) ?? [],
  );
  const actor: Actor = {
    userId,
    identityId: null,
    sessionId,
    role: 'user',
    email: event.person,
    name: event.person,
    language: 'en',
    trueAuthor: userId,
  };
  return async (call, body, query) => {
    const { handle } = routes.find((route) => route.call === call)!;
    const request: CallRequest<CallDefinition> = {
      tenant,
      actor: actor as never,
      admits: () => true,
      body: body as never,
      query: query as never,
      params: undefined as never,
      headers: {},
      cookies: {},
      address: '198.51.100.20',
      userAgent: 'demo',
      deviceId: null,
      idempotencyKey: `demo-${event.person}-${event.kind}-${event.post ?? ''}-${event.daysAgo}${attempt === 1 ? '' : `-${v7()}`}`,
      language: 'en',
      requestId: 'demo',
      now,
      onPageHost: false,
      apiBase: '',
      pageBase: '',
    };
    return (await handle(request as never)) as { data: Record<string, unknown> };
  };
}
