import { doors, type DoorDefinition } from '@backlot/contracts/http/doors';
import { fastifyHelmet as helmet, type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { OutgoingHttpHeader } from 'node:http';
import { areCookiesBound } from './cookies.ts';
import type { Config } from '../config.ts';

export type Policy = Readonly<Record<string, string>>;

/** A policy without a `default-src` restricts only what it names; helmet wants that to be said. */
export const policyOption = (directives: Policy): Pick<FastifyHelmetOptions, 'contentSecurityPolicy'> => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': helmet.contentSecurityPolicy.dangerouslyDisableDefaultSrc, ...directives },
  },
});

/** For what is no page: an answer that is opened by itself loads, runs and is framed nowhere. Pages have a policy of their own. */
const closed: Policy = { 'default-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" };

/** A film that is opened by itself is a document around it. */
const medium: Policy = { ...closed, 'img-src': "'self'", 'media-src': "'self'", 'style-src': "'unsafe-inline'" };

/** A script may become a worker, whose policy this would be. */
const asset: Policy = { 'object-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" };

const policies: ReadonlyMap<DoorDefinition, Policy> = new Map<DoorDefinition, Policy>([
  [doors.medium, medium],
  [doors.blur, medium],
  [doors.look, medium],
  [doors.assets, asset],
]);

/** A year, in seconds; a site's other hosts begin with its own (`api.`). */
const strictTransport = { maxAge: 31_536_000, includeSubDomains: true };

/** What browsers are told with every answer. Nothing names what the server is made of. */
export async function setSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  await app.register(helmet, {
    global: false,
    ...policyOption({ ...closed }),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: areCookiesBound(config) ? strictTransport : false,
    frameguard: { action: 'deny' },
    // Mails and a card provider's field show the site's own pictures and fonts; media say themselves who may.
    crossOriginResourcePolicy: false,
  });
  app.addHook('onRequest', tellOnce());
}

/** Helmet writes its headers anew for every answer, a seventh of a call's time. They differ by policy alone: it is asked once for each. */
function tellOnce(): onRequestHookHandler {
  const told = new Map<Policy, readonly (readonly [string, OutgoingHttpHeader])[]>();
  return ({ routeOptions }, reply, done) => {
    const door = routeOptions.config.door;
    const policy = (door && policies.get(door)) ?? closed;
    const known = told.get(policy);
    if (known) for (const [name, value] of known) reply.raw.setHeader(name, value);
    else {
      const before = new Set(reply.raw.getHeaderNames());
      void reply.helmet(policyOption(policy));
      const headers = Object.entries(reply.raw.getHeaders());
      told.set(
        policy,
        headers.flatMap(([name, value]) => (value === undefined || before.has(name) ? [] : [[name, value] as const])),
      );
    }
    done();
  };
}
