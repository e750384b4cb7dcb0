import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { portSuffix } from './mount-calls.ts';

/** Whether a request was sent by a page of the very site that it asks: scheme, host and port of one of its addresses. */
export function isFromOwnPage(request: FastifyRequest, ctx: AppContext): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !('tenant' in request.site)) return false;
  const port = portSuffix(ctx, request);
  return request.site.tenant.hosts.some(
    (host) => URL.parse(`${ctx.config.publicScheme}://${host}${port}`)?.origin === origin,
  );
}
