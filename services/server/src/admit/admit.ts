import type { CallDefinition } from '@backlot/contracts';
import type { DoorDefinition } from '@backlot/contracts/http/doors';
import { isSameForAll, refusalsOf, type Visit } from '@backlot/domain/sites/admission';
import { isAreaBlockingOn } from '@backlot/domain/sites/areas';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Actor } from '../actor.ts';
import type { AppContext } from '../context.ts';
import { isPlatformSide } from '../plugins/sites-of-requests.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Tenant } from '../sites/tenant.ts';
import { isOpenSite, type TenantRegistry } from '../sites/tenant-registry.ts';
import { asksNothing, type Need, needOfCall, needOfDoor } from './need.ts';
import { type Refusal, refusalError } from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the contract says of the route; one of the two, or it does not start. */
    call?: CallDefinition;
    door?: DoorDefinition;
  }
  interface FastifyRequest {
    /** Who asks; null for a guest. */
    actor: Actor | null;
    /** `default_language` of the site, once its settings were read. */
    siteLanguage: string | null;
    /** Of every route that answers at all. */
    admission: Admission;
  }
}

export interface Admission {
  readonly actor: Actor | null;
  /** The session's token, where it is good. */
  readonly token: string | null;
  /** In the order in which they were asked; the first is the answer. None: come in. */
  readonly refusals: readonly Refusal[];
  /** No gate or area is on that this route minds, so a shared cache may keep what a guest is answered. */
  readonly isSameForAll: boolean;
  /** Whether the same visitor would be let in elsewhere too. */
  admits(need: Need): boolean;
  /** Asks everything once more, for what takes long. */
  again(): Promise<Admission>;
}

export interface AdmitDependencies {
  readonly ctx: Pick<AppContext, 'settings' | 'geoip'>;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly registry: Pick<TenantRegistry, 'byId'>;
}

export const AGE_COOKIE = 'age-confirmed';

/**
 * The one decision about who may come in, for calls, pages, media, uploads and sockets: session, suspension,
 * maintenance, area, age gate, block and role are asked in this order. Entitlement follows once the rows are known
 * (`entitled`). Asked again later the answer may be another.
 * @param given The token of a session that came in no header.
 */
export async function admit(
  request: FastifyRequest,
  need: Need,
  { ctx, sessions, registry }: AdmitDependencies,
  given?: string,
): Promise<Admission> {
  const { site } = request;
  if (need.access.kind === 'platform') return nobody(isPlatformSide(request) ? [] : ['host']);
  if (!('tenant' in site)) return nobody(need.isForAnyHost ? [] : ['host']);
  if (asksNothing(need)) return nobody([]);

  const { tenant } = site;
  const settings = await ctx.settings.of(tenant);
  request.siteLanguage = settings.default_language;
  const token = given ?? tokenOf(request, need);
  const { session, actor, isBlocked } = await findVisitor(sessions, tenant, token, need);
  request.actor = actor;
  const visit: Visit = {
    session,
    person: actor && { role: actor.role, isBlocked },
    // The request keeps the site as it was when it came; a film that is being sent asks again much later.
    isSuspended: !isOpenSite(registry.byId(tenant.id)),
    settings,
    place: isAreaBlockingOn(settings) ? ctx.geoip.placeOf(request.ip) : null,
    isAgeConfirmed: need.session !== 'nowhere' && isAgeConfirmed(request),
  };
  return {
    actor,
    token: actor && token,
    refusals: refusalsOf(visit, need),
    isSameForAll: isSameForAll(settings, need),
    admits: (other) => refusalsOf(visit, other).length === 0,
    again: () => admit(request, need, { ctx, sessions, registry }, given),
  };
}

function nobody(refusals: readonly Refusal[]): Admission {
  const admission: Admission = {
    actor: null,
    token: null,
    refusals,
    isSameForAll: true,
    admits: () => refusals.length === 0,
    again: async () => admission,
  };
  return admission;
}

interface Visitor {
  readonly session: Visit['session'];
  readonly actor: Actor | null;
  readonly isBlocked: boolean;
}

const guest: Visitor = { session: 'none', actor: null, isBlocked: false };

async function findVisitor(
  sessions: Pick<Sessions, 'find'>,
  tenant: Tenant,
  token: string | null,
  need: Need,
): Promise<Visitor> {
  if (token === null) return guest;
  const found = await sessions.find(tenant, token);
  // Browsers send a cookie by themselves, so one that is over looks at what guests may see.
  if (need.session === 'cookie' || need.session === 'cookie-or-bearer')
    return found === null || found.isBlocked ? guest : { session: 'live', ...found };
  return found === null ? { ...guest, session: 'ended' } : { session: 'live', ...found };
}

/** Cookies by their plain names, as the request has them once they were bound (cookies.ts). */
const isAgeConfirmed = ({ cookies, headers }: FastifyRequest): boolean =>
  cookies[AGE_COOKIE] === '1' || headers['x-age-confirmed'] === '1';

export const SESSION_COOKIE = 'session';

/** A request's session token, from where the route takes it. */
function tokenOf(request: FastifyRequest, { session }: Pick<Need, 'session'>): string | null {
  if (session === 'bearer') return bearerOf(request);
  if (session === 'cookie') return cookieOf(request);
  return session === 'cookie-or-bearer' ? (bearerOf(request) ?? cookieOf(request)) : null;
}

function bearerOf({ headers }: FastifyRequest): string | null {
  const header = headers.authorization;
  return header?.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() || null : null;
}

/** Pages and media alone may come with the cookie, and by GET: a call never does (DECISIONS 7a). */
const cookieOf = ({ method, cookies }: FastifyRequest): string | null =>
  (method === 'GET' || method === 'HEAD' ? cookies[SESSION_COOKIE] : undefined) ?? null;

/**
 * Puts `admit` before every route that is mounted from now on, so that none can forget it. A route whose contract does
 * not say who may come does not start.
 */
export function guardRoutes(app: FastifyInstance, dependencies: AdmitDependencies): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('siteLanguage', null);
  app.decorateRequest('admission');
  app.addHook('onRoute', (route) => {
    // Answers of the cors plugin to a browser's question before a call.
    if (route.method === 'OPTIONS') return;
    const { call, door } = route.config ?? {};
    if (!(call ?? door)?.access) throw new Error(`${String(route.method)} ${route.url} declares no access.`);
    const guard = call ? guardOfCall(call, dependencies) : guardOfDoor(door!, dependencies);
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
  });
}

/** Before the body is read, so that strangers cost little. */
function guardOfCall(call: CallDefinition, dependencies: AdmitDependencies): onRequestHookHandler {
  const need = needOfCall(call);
  return async (request, reply) => {
    // Who is refused hears too that the settings have changed.
    if ('tenant' in request.site)
      reply.header('x-settings-version', await dependencies.ctx.settings.versionOf(request.site.tenant));
    request.admission = await admit(request, need, dependencies);
    const [refusal] = request.admission.refusals;
    if (refusal !== undefined) throw refusalError(refusal);
  };
}

function guardOfDoor(door: DoorDefinition, dependencies: AdmitDependencies): onRequestHookHandler {
  const need = needOfDoor(door);
  return async (request) => {
    request.admission = await admit(request, need, dependencies);
    const [refusal] = request.admission.refusals;
    if (refusal !== undefined && !door.showsRefusals) throw refusalError(refusal, door);
  };
}
