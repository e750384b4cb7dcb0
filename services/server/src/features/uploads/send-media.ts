import { DomainError } from '@backlot/contracts';
import { answerMedia, type ServedMedia, type TenantKey } from '@backlot/media';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { AppContext } from '../../context.ts';

export interface SendOptions {
  /** The name of a saved file. */
  readonly saveAs?: string;
  /** Asked again and again while bytes flow. */
  readonly isStillAllowed?: () => Promise<boolean>;
}

/** With the half second that an answer of the rule is believed, less than a second. */
const LOOK_EVERY_MS = 400;
/** Of an address of the store's own, which asks nobody again. */
const ADDRESS_SECONDS = 60;

/** Answers with a stored object or the part of it that was asked for; from a store with addresses of its own, with one of these, unless the object is public. */
export async function sendObject(request: FastifyRequest, reply: FastifyReply, ctx: AppContext, key: TenantKey, media: ServedMedia, options: SendOptions = {}): Promise<FastifyReply> {
  const answer = answerWith(request, reply, media, options.saveAs);
  if (answer.status === 200 || answer.status === 206) {
    const address = options.saveAs === undefined ? null : await ctx.storage.readAddress(key, { seconds: ADDRESS_SECONDS, contentType: media.contentType, disposition: `inline; filename="${options.saveAs}"` });
    if (address !== null) return redirect(reply, address);
  }
  if (!answer.sendsBody) return sendNothing(request, reply);
  const object = await ctx.storage.open(key, answer.range ?? undefined);
  if (object === null) throw new DomainError('not-found');
  if (options.isStillAllowed) cutOffWhenLost(object.stream, options.isStillAllowed, ctx);
  return reply.send(object.stream);
}

function redirect(reply: FastifyReply, address: string): FastifyReply {
  for (const name of ['content-length', 'content-range', 'content-type', 'etag', 'last-modified', 'accept-ranges', 'content-disposition']) reply.removeHeader(name);
  return reply.status(302).header('location', address).header('cache-control', 'private, no-store').send();
}

/** Answers with a text that was made for this viewer. */
export function sendText(request: FastifyRequest, reply: FastifyReply, text: string, media: ServedMedia, saveAs: string): FastifyReply {
  const answer = answerWith(request, reply, media, saveAs);
  if (!answer.sendsBody) return sendNothing(request, reply);
  const bytes = Buffer.from(text);
  return reply.send(answer.range === null ? bytes : bytes.subarray(answer.range.start, answer.range.end + 1));
}

function answerWith(request: FastifyRequest, reply: FastifyReply, media: ServedMedia, saveAs: string | undefined) {
  const answer = answerMedia({ method: request.method, headers: request.headers }, media);
  reply.status(answer.status).headers(answer.headers);
  if (saveAs !== undefined) reply.header('content-disposition', `inline; filename="${saveAs}"`);
  return answer;
}

// Fastify writes a length of 0 over that of an answer to HEAD unless it is given a stream.
const sendNothing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  (request.method === 'HEAD' ? reply.send(Readable.from([])) : reply.send());

function cutOffWhenLost(stream: Readable, isStillAllowed: () => Promise<boolean>, ctx: AppContext): void {
  const timer = setInterval(() => {
    isStillAllowed().then(
      (isAllowed) => { if (!isAllowed) stream.destroy(new Error('the viewer lost what is being sent')); },
      (error: unknown) => ctx.log.error({ err: error }, 'access could not be asked while bytes flow'),
    );
  }, LOOK_EVERY_MS);
  stream.once('close', () => clearInterval(timer));
}
