import { DomainError } from '@backlot/contracts';
import { doors } from '@backlot/contracts/http/doors';
import {
  answerMedia,
  etagOf,
  type MediaAnswer,
  type ServedMedia,
  storageKey,
  type TenantKey,
  verifyMediaPath,
} from '@backlot/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { entitled } from '../../../admit/refusals.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { MediaRow } from '../media-rows.ts';
import { openMediumFinder } from './find-medium.ts';
import { openViewNotes } from './note-view.ts';
import { addressKeysOf, isOfThisMaking, openMediaSigner } from './media-addresses.ts';
import { servedFile } from './served-file.ts';

/** A browser may show a picture again without asking for this long; then it asks, and the session counts. */
const KEEP_SECONDS = 300;
/** A cache between us keeps what every guest may see for this long: what was taken back is gone as soon. */
const SHARED_SECONDS = 60;

/** Files that are read in pieces over minutes: a quality, the plain film, and the frames whose places another list tells. */
const inRanges = /^(?:h\d+|mp4|sprite)$/;

/** Pictures and films on the page's own host: the HttpOnly cookie comes with them, and each request asks whether its session lives and what it may see. */
export function mountMedia(app: FastifyInstance, ctx: AppContext): void {
  const find = openMediumFinder(ctx);
  const noteView = openViewNotes(ctx);

  app.get<{ Params: { random: string } }>(doors.blur.path, { config: { door: doors.blur } }, (request, reply) =>
    sendPublic(request, reply, ctx, request.params.random, 'blur'),
  );

  app.get<{ Params: { random: string; name: string } }>(
    doors.look.path,
    { config: { door: doors.look } },
    (request, reply) => sendPublic(request, reply, ctx, request.params.random, request.params.name),
  );

  // No page of the site lies here: what is no picture is nothing.
  app.get(doors.noMedium.path, { config: { door: doors.noMedium } }, async () => {
    throw new DomainError('not-found');
  });

  app.get(doors.medium.path, { config: { door: doors.medium } }, async (request, reply) => {
    const tenant = tenantOf(request);
    const { admission } = request;
    const now = ctx.clock.now();
    const pass = verifyMediaPath(await addressKeysOf(ctx), request.raw.url ?? '', {
      tenant,
      now: now.getTime(),
      ...(request.actor ? { userId: request.actor.userId, sessionId: request.actor.sessionId } : {}),
    });
    // Absent, another's, changed and over look the same.
    if (!pass.allowed) throw new DomainError('not-found');
    const viewer = pass.viewer === 'anyone' ? null : request.actor;
    const { media, paidFor } = entitled(await find(tenant, viewer, pass));
    // Ranges of a list are good for the file that it was written for; where that is gone, a player asks for the new one.
    if (inRanges.test(pass.variant) && !isOfThisMaking(media, pass.expiresAt)) throw new DomainError('not-found');
    const signer = await openMediaSigner(ctx, tenant, viewer?.userId ?? null, now);
    const file = await servedFile(ctx, tenant, media, pass.variant, {
      addressOf: signer.of(media, pass.level).address,
      accept: request.headers.accept,
    });
    if (file === null) throw new DomainError('not-found');
    if (file.variesByAccept) reply.header('vary', [reply.getHeader('vary'), 'accept'].filter(Boolean).join(', '));
    const maxAgeSeconds = Math.min(KEEP_SECONDS, (pass.expiresAt - now.getTime()) / 1000);
    // The address is of this very making and the same for every guest.
    const isShared = viewer === null && admission.isSameForAll && isPicture(media, pass.variant);
    const served: ServedMedia = {
      size: file.size,
      contentType: file.contentType,
      etag: file.etag,
      modifiedAt: media.settled_at ?? media.created_at,
      caching: isShared
        ? { kind: 'shared', maxAgeSeconds, sharedSeconds: SHARED_SECONDS }
        : { kind: 'private', maxAgeSeconds },
    };
    if ('text' in file) return sendText(request, reply, file.text, served, file.saveAs);
    const isPaidView = viewer !== null && pass.level === 'full' && isItself(media, pass.variant);
    return sendObject(request, reply, ctx, file.key, served, {
      saveAs: file.saveAs,
      isFromHere: isShared,
      given: () => {
        // None where whoever asked has hung up by now: they are given nothing.
        const { ip, headers } = request;
        const address = ip as string | undefined;
        if (isPaidView && address !== undefined)
          noteView(tenant, viewer, paidFor, { at: now, address, userAgent: headers['user-agent'] ?? '' });
      },
      // A film may take hours: who loses it does not see it to its end.
      isStillAllowed: async () => {
        const { actor, refusals } = await admission.again();
        if (refusals.length > 0 || (viewer !== null && actor?.userId !== viewer.userId)) return false;
        return (await find(tenant, viewer && actor, pass)) !== null;
      },
    });
  });
}

function tenantOf(request: FastifyRequest): Tenant {
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  return request.site.tenant;
}

/** The photo in a size to look at, or the film: not its thumbnail, its poster, nor the frames of its timeline. */
const isItself = ({ kind }: MediaRow, variant: string): boolean =>
  kind === 'photo' ? variant !== 'thumb' : /^(?:h\d+|mp4)$/.test(variant);

/** Of the pictures of a photo, or a film's poster; not the film. */
const isPicture = (media: MediaRow, variant: string): boolean => media.variants.some(({ name }) => name === variant);

async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: AppContext,
  random: string,
  name: string,
): Promise<FastifyReply> {
  const key = publicKey(tenantOf(request), random, name);
  const object = await ctx.storage.stat(key);
  if (object === null) throw new DomainError('not-found');
  return sendObject(request, reply, ctx, key, {
    size: object.size,
    contentType: object.contentType,
    modifiedAt: object.modifiedAt,
    caching: request.admission.isSameForAll ? { kind: 'public' } : { kind: 'private', maxAgeSeconds: KEEP_SECONDS },
    etag: etagOf(key),
  });
}

function publicKey(tenant: Tenant, random: string, name: string): TenantKey {
  try {
    return storageKey(tenant, 'public', random, name);
  } catch {
    throw new DomainError('not-found');
  }
}

interface SendOptions {
  /** The name of a saved file. */
  readonly saveAs?: string;
  /** Never by an address of the store's own: a cache before us is to keep the bytes. */
  readonly isFromHere?: boolean;
  /** Told when bytes go out, or an address of them. */
  readonly given?: () => void;
  /** Asked again and again while bytes flow. */
  readonly isStillAllowed?: () => Promise<boolean>;
}

/** With the third of a second that an answer of the rule is believed, less than a second. */
const LOOK_EVERY_MS = 400;
/** Of an address of the store's own, which asks nobody again. */
const ADDRESS_SECONDS = 60;

/** Answers with a stored object or the part of it that was asked for; from a store with addresses of its own, with one of these, unless the object is public. */
async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: AppContext,
  key: TenantKey,
  media: ServedMedia,
  options: SendOptions = {},
): Promise<FastifyReply> {
  const answer = answerMedia({ method: request.method, headers: request.headers }, media);
  // An address is signed for GET alone.
  if (options.saveAs !== undefined && options.isFromHere !== true && answer.sendsBody) {
    const address = await ctx.storage.readAddress(key, {
      seconds: ADDRESS_SECONDS,
      contentType: media.contentType,
      disposition: `inline; filename="${options.saveAs}"`,
    });
    if (address !== null) {
      options.given?.();
      return reply.status(302).header('location', address).header('cache-control', 'private, no-store').send();
    }
  }
  if (!answer.sendsBody) return sendNothing(request, begin(reply, answer, options.saveAs));
  const object = await ctx.storage.open(key, answer.range ?? undefined);
  if (object === null) throw new DomainError('not-found');
  begin(reply, answer, options.saveAs);
  options.given?.();
  if (options.isStillAllowed) cutOffWhenLost(object.stream, options.isStillAllowed, ctx);
  return reply.send(object.stream);
}

/** Answers with a text that was made for this viewer. */
function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  media: ServedMedia,
  saveAs: string,
): FastifyReply {
  const answer = answerMedia({ method: request.method, headers: request.headers }, media);
  begin(reply, answer, saveAs);
  if (!answer.sendsBody) return sendNothing(request, reply);
  const bytes = Buffer.from(text);
  return reply.send(answer.range === null ? bytes : bytes.subarray(answer.range.start, answer.range.end + 1));
}

function begin(reply: FastifyReply, answer: MediaAnswer, saveAs: string | undefined): FastifyReply {
  reply.status(answer.status).headers(answer.headers);
  return saveAs === undefined ? reply : reply.header('content-disposition', `inline; filename="${saveAs}"`);
}

// Fastify writes a length of 0 over that of an answer to HEAD unless it is given a stream.
const sendNothing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  request.method === 'HEAD' ? reply.send(Readable.from([])) : reply.send();

function cutOffWhenLost(stream: Readable, isStillAllowed: () => Promise<boolean>, ctx: AppContext): void {
  const timer = setInterval(() => {
    isStillAllowed().then(
      (isAllowed) => {
        if (!isAllowed) stream.destroy(new Error('the viewer lost what is being sent'));
      },
      (error: unknown) => ctx.log.error({ err: error }, 'access could not be asked while bytes flow'),
    );
  }, LOOK_EVERY_MS);
  stream.once('close', () => clearInterval(timer));
}
