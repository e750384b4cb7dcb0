import { doors, type DoorDefinition } from '@backlot/contracts/http/doors';
import { fastifyHelmet as helmet } from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { areCookiesBound } from './cookies.ts';
import type { Config } from '../config.ts';

export type Policy = Readonly<Record<string, string>>;

/** The header that says a policy, written and checked by helmet. */
export function policyHeader(directives: Policy): { readonly 'content-security-policy': string } {
  let written = '';
  const write = helmet.contentSecurityPolicy({
    useDefaults: false,
    // A policy without a `default-src` restricts only what it names; helmet wants that to be said.
    directives: { 'default-src': helmet.contentSecurityPolicy.dangerouslyDisableDefaultSrc, ...directives },
  });
  const answer = { setHeader: (_name: string, value: string) => (written = value) };
  write({} as IncomingMessage, answer as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return { 'content-security-policy': written };
}

/** For what is no page: an answer that is opened by itself loads, runs and is framed nowhere. Pages have a policy of their own. */
const closed: Policy = { 'default-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" };

/** A film that is opened by itself is a document around it. */
const medium: Policy = { ...closed, 'img-src': "'self'", 'media-src': "'self'", 'style-src': "'unsafe-inline'" };

/** What a stranger sent, also where a browser opens it by itself. */
const strange: Policy = { ...closed, sandbox: '' };

/** A script may become a worker, whose policy this would be. */
const asset: Policy = { 'object-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" };

const policies: ReadonlyMap<DoorDefinition, Policy> = new Map<DoorDefinition, Policy>([
  [doors.medium, medium],
  [doors.blur, medium],
  [doors.look, medium],
  [doors.photoId, strange],
  [doors.assets, asset],
]);

/** A year, in seconds; a site's other hosts begin with its own (`api.`). */
const strictTransport = { maxAge: 31_536_000, includeSubDomains: true };

/**
 * What browsers are told with every answer. Nothing names what the server is made of. Helmet is asked once, at the start:
 * its headers are the same for every answer but for the policy, and writing them anew was a seventh of a call's time.
 */
export async function setSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const always = await helmetHeaders(config);
  const others = new Map([...policies].map(([door, policy]) => [door, { ...always, ...policyHeader(policy) }]));
  const usual = { ...always, ...policyHeader(closed) };
  app.addHook('onRequest', ({ id, routeOptions }, reply, done) => {
    const { door } = routeOptions.config;
    // Not on `reply.raw`: headers of both kinds are put together, and checked twice, for every answer.
    reply.header('x-request-id', id).headers((door && others.get(door)) ?? usual);
    done();
  });
}

async function helmetHeaders(config: Config): Promise<Record<string, string>> {
  const once = fastify();
  await once.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: areCookiesBound(config) ? strictTransport : false,
    frameguard: { action: 'deny' },
    // Mails and a card provider's field show the site's own pictures and fonts; media say themselves who may.
    crossOriginResourcePolicy: false,
  });
  once.get('/', async (_request, reply) => reply.raw.getHeaders());
  const headers = (await once.inject('/')).json<Record<string, string>>();
  await once.close();
  return headers;
}
