import { DomainError } from '@backlot/contracts';
import { isAdminRole } from '@backlot/domain/roles';
import { answerMedia, etagOf, storageKey, verifyMediaPath, type ServedMedia, type TenantKey } from '@backlot/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '../../context.ts';
import { bearerOf, cookieOf } from '../../plugins/actors.ts';
import { isBehindAgeGate } from '../../plugins/site-state.ts';
import type { Sessions } from '../../session/sessions.ts';
import { tenantKey, type Tenant } from '../../tenant.ts';
import { addressKeysOf } from './address-keys.ts';
import { findMedia } from './media-rows.ts';

/** A browser may show a picture again without asking for this long; then it asks, and the session counts. */
const KEEP_SECONDS = 300;

/** A size of a ready photo never changes, so its place may be remembered. */
interface Placed { readonly key: TenantKey; readonly bytes: number; readonly contentType: string; readonly modifiedAt: Date }

/** Pictures on the page's own host: the HttpOnly cookie comes with them, and each request asks whether its session lives. */
export function mountMedia(app: FastifyInstance, ctx: AppContext, sessions: Sessions): void {
  const places = new LRUCache<string, Placed>({ max: 20_000 });

  app.get<{ Params: { random: string; name: string } }>('/media/public/:random/:name', { config: { access: { kind: 'public' } } }, async (request, reply) => {
    const tenant = tenantOf(request);
    const { random, name } = request.params;
    // A blur is a content picture; what else is public belongs to the site's look.
    const isContent = name === 'blur';
    const isGated = isContent && await requireServable(request, ctx, tenant, sessions);
    const key = publicKey(tenant, random, name);
    const object = await ctx.storage.stat(key);
    if (object === null) throw new DomainError('not-found');
    const caching: ServedMedia['caching'] = isGated ? { kind: 'private', maxAgeSeconds: KEEP_SECONDS } : { kind: 'public' };
    return send(request, reply, ctx, key, { size: object.size, contentType: object.contentType, modifiedAt: object.modifiedAt, caching, etag: etagOf(key) });
  });

  // No page of the site lies here: what is no picture is nothing.
  app.get('/media/*', { config: { access: { kind: 'public' } } }, async () => { throw new DomainError('not-found'); });

  app.get('/media/:id/:variant/:ticket', { config: { access: 'signature' } }, async (request, reply) => {
    const tenant = tenantOf(request);
    await requireServable(request, ctx, tenant, sessions);
    const now = ctx.clock.now().getTime();
    const pass = verifyMediaPath(await addressKeysOf(ctx), request.raw.url ?? '', {
      tenant, now, ...(request.actor ? { userId: request.actor.userId, sessionId: request.actor.sessionId } : {}),
    });
    // Absent, another's, changed and over look the same.
    if (!pass.allowed) throw new DomainError('not-found');
    const placed = await placeOf(ctx, places, tenant, pass.mediaId, pass.variant);
    const maxAgeSeconds = Math.min(KEEP_SECONDS, (pass.expiresAt - now) / 1000);
    return send(request, reply, ctx, placed.key, {
      size: placed.bytes, contentType: placed.contentType, modifiedAt: placed.modifiedAt,
      caching: { kind: 'private', maxAgeSeconds }, etag: etagOf(placed.key),
    });
  });
}

function tenantOf(request: FastifyRequest): Tenant {
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  return request.site.tenant;
}

/** Suspension, maintenance and the age gate hold for bytes too (DECISIONS 41). True while the gate is on at all. */
async function requireServable(request: FastifyRequest, ctx: AppContext, tenant: Tenant, sessions: Sessions): Promise<boolean> {
  if (tenant.status === 'suspended') throw new DomainError('service-stopped');
  const token = bearerOf(request) ?? cookieOf(request);
  // A dead session looks at what guests may see.
  request.actor = token === null ? null : await sessions.actorOf(tenant, token);
  const settings = await ctx.settings.of(tenant);
  const isAdmin = request.actor !== null && isAdminRole(request.actor.role);
  if (settings.maintenance_mode && !isAdmin) throw new DomainError('maintenance');
  if (isBehindAgeGate(request, settings)) throw new DomainError('age-confirmation-required');
  return settings.show_age_modal;
}

function publicKey(tenant: Tenant, random: string, name: string): TenantKey {
  try {
    return storageKey(tenant, 'public', random, name);
  } catch {
    throw new DomainError('not-found');
  }
}

async function placeOf(ctx: AppContext, places: LRUCache<string, Placed>, tenant: Tenant, mediaId: string, variant: string): Promise<Placed> {
  const name = tenantKey(tenant, mediaId, variant);
  const known = places.get(name);
  if (known) return known;
  const media = await ctx.database.tenants.read(tenant, (db) => findMedia(db, mediaId));
  const made = media?.state === 'ready' ? media.variants.find((one) => one.name === variant) : undefined;
  if (!media || !made || variant === 'blur') throw new DomainError('not-found');
  const placed: Placed = {
    key: storageKey(tenant, 'private', media.private_random, variant),
    bytes: made.bytes, contentType: made.contentType, modifiedAt: media.settled_at ?? media.created_at,
  };
  places.set(name, placed);
  return placed;
}

async function send(request: FastifyRequest, reply: FastifyReply, ctx: AppContext, key: TenantKey, media: ServedMedia): Promise<FastifyReply> {
  const answer = answerMedia({ method: request.method, headers: request.headers }, media);
  reply.status(answer.status).headers(answer.headers);
  // Fastify writes a length of 0 over that of an answer to HEAD unless it is given a stream.
  if (!answer.sendsBody) return request.method === 'HEAD' ? reply.send(Readable.from([])) : reply.send();
  const object = await ctx.storage.open(key, answer.range ?? undefined);
  if (object === null) throw new DomainError('not-found');
  return reply.send(object.stream);
}
