import { DomainError } from '@backlot/contracts';
import { isAdminRole } from '@backlot/domain/roles';
import { etagOf, storageKey, verifyMediaPath, type ServedMedia, type TenantKey } from '@backlot/media';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bearerOf, cookieOf } from '../../plugins/actors.ts';
import { isBehindAgeGate } from '../../plugins/site-state.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { Tenant } from '../../tenant.ts';
import { addressKeysOf } from './address-keys.ts';
import { isOfThisMaking, openMediaSigner } from './media-addresses.ts';
import { openMediumAccess, type FindMediumVisibleTo } from './medium-access.ts';
import { sendObject, sendText } from './send-media.ts';
import { servedFile } from './served-file.ts';

/** A browser may show a picture again without asking for this long; then it asks, and the session counts. */
const KEEP_SECONDS = 300;

/** Files that are read in pieces over minutes: a quality, the plain film, and the frames whose places another list tells. */
const inRanges = /^(?:h\d+|mp4|sprite)$/;

/** Pictures and films on the page's own host: the HttpOnly cookie comes with them, and each request asks whether its session lives and what it may see. */
export function mountMedia(app: FastifyInstance, ctx: AppContext, sessions: Sessions, findVisible: FindMediumVisibleTo): void {
  const access = openMediumAccess(ctx, findVisible);

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
    return sendObject(request, reply, ctx, key, { size: object.size, contentType: object.contentType, modifiedAt: object.modifiedAt, caching, etag: etagOf(key) });
  });

  // No page of the site lies here: what is no picture is nothing.
  app.get('/media/*', { config: { access: { kind: 'public' } } }, async () => { throw new DomainError('not-found'); });

  app.get('/media/:id/:variant/:ticket', { config: { access: 'signature' } }, async (request, reply) => {
    const tenant = tenantOf(request);
    await requireServable(request, ctx, tenant, sessions);
    const now = ctx.clock.now();
    const pass = verifyMediaPath(await addressKeysOf(ctx), request.raw.url ?? '', {
      tenant, now: now.getTime(), ...(request.actor ? { userId: request.actor.userId, sessionId: request.actor.sessionId } : {}),
    });
    // Absent, another's, changed and over look the same.
    if (!pass.allowed) throw new DomainError('not-found');
    const viewer = pass.viewer === 'anyone' ? null : request.actor;
    const media = await access.find(tenant, viewer, pass.mediaId);
    if (media === null) throw new DomainError('not-found');
    // Ranges of a list are good for the file that it was written for; where that is gone, a player asks for the new one.
    if (inRanges.test(pass.variant) && !isOfThisMaking(media, pass.expiresAt)) throw new DomainError('not-found');
    const signer = await openMediaSigner(ctx, tenant, viewer?.userId ?? null, now);
    const file = await servedFile(ctx, tenant, media, pass.variant, { signer, accept: request.headers.accept });
    if (file === null) throw new DomainError('not-found');
    if (file.variesByAccept) reply.header('vary', [reply.getHeader('vary'), 'accept'].filter(Boolean).join(', '));
    const facts: ServedMedia = {
      size: file.size, contentType: file.contentType, etag: file.etag, modifiedAt: media.settled_at ?? media.created_at,
      caching: { kind: 'private', maxAgeSeconds: Math.min(KEEP_SECONDS, (pass.expiresAt - now.getTime()) / 1000) },
    };
    if ('text' in file) return sendText(request, reply, file.text, facts, file.saveAs);
    return sendObject(request, reply, ctx, file.key, facts, {
      saveAs: file.saveAs,
      // A film may take hours: who loses it does not see it to its end.
      isStillAllowed: async () => {
        const token = tokenOf(request);
        const actor = token === null ? null : await sessions.actorOf(tenant, token);
        if (viewer !== null && actor?.userId !== viewer.userId) return false;
        return await access.find(tenant, viewer && actor, pass.mediaId) !== null;
      },
    });
  });
}

function tenantOf(request: FastifyRequest): Tenant {
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  return request.site.tenant;
}

const tokenOf = (request: FastifyRequest): string | null => bearerOf(request) ?? cookieOf(request);

/** Suspension, maintenance and the age gate hold for bytes too (DECISIONS 41). True while the gate is on at all. */
async function requireServable(request: FastifyRequest, ctx: AppContext, tenant: Tenant, sessions: Sessions): Promise<boolean> {
  if (tenant.status === 'suspended') throw new DomainError('service-stopped');
  const token = tokenOf(request);
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
