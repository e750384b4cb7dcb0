import { DomainError } from '@backlot/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { type HostMatch, type TenantRegistry } from '../sites/tenant-registry.ts';

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
    request.askedHost = '';
    request.site = { kind: 'unknown' };
    if (!isForOneHost(request.raw)) return done(new DomainError('invalid-request'));
    request.askedHost = config.trustedProxies.length > 0 ? request.host : (request.headers.host ?? '');
    const settle = (): void => {
      const site = registry.match(request.askedHost);
      // The name `localhost` counts from this machine alone; anybody can write it into a header.
      request.site =
        site.kind === 'loopback' && (!isLoopback(request.ip) || isHandedOn(request)) ? { kind: 'unknown' } : site;
      done();
    };
    // The platform's own host is no row: health is told while the database hangs and hosts can't be read.
    const settling = isPlatformHost(registry.match(request.askedHost)) ? null : registry.settled();
    if (settling === null) return settle();
    void settling.then(settle);
  });
}

const isPlatformHost = ({ kind }: HostMatch): boolean => kind === 'platform' || kind === 'loopback';

export const isPlatformSide = (request: FastifyRequest): boolean => isPlatformHost(request.site);

/** Came through a proxy on this machine; one that is configured has said whose address it is. */
const isHandedOn = ({ headers, ip, socket }: FastifyRequest): boolean =>
  ip === socket.remoteAddress && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined);

/**
 * Two `Host` headers, or a target that names another host, are read one way here and another way by whatever stands
 * before us: whoever sends them wants one site's answer kept as another's (RFC 9112, 3.2).
 */
function isForOneHost({ rawHeaders = [], url = '' }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1 && url.startsWith('/');
}

/** `GET http://clay.test/feed`, as to a proxy, is `GET /feed` where the header names the same host; else it stays, and is refused. */
export function ownTarget({
  url = '',
  headers,
}: {
  url?: string | undefined;
  headers: IncomingMessage['headers'];
}): string {
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || host.toLowerCase() !== headers.host?.toLowerCase()) return url;
  return path.startsWith('/') ? path : `/${path}`;
}

export const isLoopback = (address: string): boolean => /^(?:127\.|::1$|::ffff:127\.)/.test(address);
