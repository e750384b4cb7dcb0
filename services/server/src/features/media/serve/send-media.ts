import { DomainError } from '@backlot/contracts';
import { answerMedia, type MediaAnswer, type ServedMedia, type TenantKey } from '@backlot/media';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { AppContext } from '../../../context.ts';

export interface SendOptions {
  /** The name of a saved file. */
  readonly saveAs?: string;
  /** Never by an address of the store's own: a cache before us is to keep the bytes. */
  readonly isFromHere?: boolean;
  /** Asked again and again while bytes flow. */
  readonly isStillAllowed?: () => Promise<boolean>;
}

/** With the third of a second that an answer of the rule is believed, less than a second. */
const LOOK_EVERY_MS = 400;
/** Of an address of the store's own, which asks nobody again. */
const ADDRESS_SECONDS = 60;

/** Answers with a stored object or the part of it that was asked for; from a store with addresses of its own, with one of these, unless the object is public. */
export async function sendObject(
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
    if (address !== null)
      return reply.status(302).header('location', address).header('cache-control', 'private, no-store').send();
  }
  if (!answer.sendsBody) return sendNothing(request, begin(reply, answer, options.saveAs));
  const object = await ctx.storage.open(key, answer.range ?? undefined);
  if (object === null) throw new DomainError('not-found');
  begin(reply, answer, options.saveAs);
  if (options.isStillAllowed) cutOffWhenLost(object.stream, options.isStillAllowed, ctx);
  return reply.send(object.stream);
}

/** Answers with a text that was made for this viewer. */
export function sendText(
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
