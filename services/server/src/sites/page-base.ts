import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { portSuffix } from '../plugins/mount-calls.ts';

/** Address of the site's pages as browsers reach them, without a slash at its end; its canonical host where it has one. */
export function pageBaseOf(ctx: AppContext, request: FastifyRequest): string {
  if (!('tenant' in request.site)) return '';
  const { tenant, host } = request.site;
  return `${ctx.config.publicScheme}://${tenant.canonicalHost ?? host}${portSuffix(ctx, request)}`;
}
