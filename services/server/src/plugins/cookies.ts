import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';

/** Set by scripts, or named by the documents: what they hold is no right. */
const plainNames: ReadonlySet<string> = new Set(['analytics', 'language', 'pcp_utm_params']);

type Deployment = Pick<AppContext['config'], 'production' | 'publicScheme'>;

/** Whether cookies are bound to their host by their name. Outside production they are not: `*.localhost` has no https. */
export const areCookiesBound = ({ production, publicScheme }: Deployment): boolean =>
  production && publicScheme === 'https';

/** A `__Host-` cookie comes from this very host over https: neither a neighbouring host nor plain http can set it. */
export const cookieName = (config: Deployment, name: string): string =>
  areCookiesBound(config) && !plainNames.has(name) ? `__Host-${name}` : name;

/**
 * Everybody reads cookies by their plain name, which here comes to mean the bound one. One that came without is somebody
 * else's doing and is not seen.
 */
export function bindCookies(app: FastifyInstance, { config }: Pick<AppContext, 'config'>): void {
  if (!areCookiesBound(config)) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const seen: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(request.cookies)) {
      if (plainNames.has(name)) seen[name] = value;
      if (name.startsWith('__Host-')) seen[name.slice('__Host-'.length)] = value;
    }
    request.cookies = seen;
    done();
  });
}
