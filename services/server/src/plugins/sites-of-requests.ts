import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { type HostMatch, type TenantRegistry } from '../tenant-registry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request's host leads; set before anything else looks at the request. */
    site: HostMatch;
    /** What the browser asked for, port included: `clay.localhost:8000`. */
    askedHost: string;
  }
}

/**
 * Settles whose request this is. `X-Forwarded-Host` counts only from a
 * configured proxy: `trustProxy` decides, and then fastify's `host` is it.
 */
export function settleSites(app: FastifyInstance, registry: TenantRegistry, config: Config): void {
  // Overwritten for every request before anything reads it.
  app.decorateRequest('site');
  app.decorateRequest('askedHost');
  app.addHook('onRequest', (request, _reply, done) => {
    request.askedHost = config.trustedProxies.length > 0 ? request.host : (request.headers.host ?? '');
    const site = registry.match(request.askedHost);
    // The name `localhost` counts from this machine alone; anybody can write it into a header.
    request.site = site.kind === 'loopback' && (!isLoopback(request.ip) || isHandedOn(request)) ? { kind: 'unknown' } : site;
    done();
  });
}

export const isPlatformSide = (request: FastifyRequest): boolean =>
  request.site.kind === 'platform' || request.site.kind === 'loopback';

/** Came through a proxy on this machine; one that is configured has said whose address it is. */
const isHandedOn = ({ headers, ip, socket }: FastifyRequest): boolean =>
  ip === socket.remoteAddress && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined);

const isLoopback = (address: string): boolean => /^(?:127\.|::1$|::ffff:127\.)/.test(address);
