import { DomainError } from '@backlot/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { AppContext } from '../../context.ts';
import { languageOf } from '../../plugins/answers.ts';
import type { Tenant } from '../../tenant.ts';
import { textOf } from '../../texts.ts';
import { uploadBase } from './presign-upload.ts';
import { receiveFile, type SentBytes } from './receive-file.ts';
import { receivePart } from './receive-part.ts';

/** `PUT` of one file, or of one part. Its bytes are read by nobody but the store, whatever type they claim to be. */
export function mountUploads(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.put(`${uploadBase}/upload/:id/:ticket`, { config: { access: 'signature' } }, taking(ctx, receiveFile));
    scope.put(`${uploadBase}/upload/:id/:part/:ticket`, { config: { access: 'signature' } }, taking(ctx, receivePart));
  });
}

type Receive = (ctx: AppContext, tenant: Tenant, sent: SentBytes) => Promise<void>;

const taking = (ctx: AppContext, receive: Receive) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (!('tenant' in request.site)) throw new DomainError('not-found');
  const { tenant } = request.site;
  if (tenant.status === 'suspended') throw new DomainError('service-stopped');
  const path = (request.raw.url ?? '').slice(uploadBase.length);
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  // Without a content type fastify gives no body; the bytes are on the line all the same.
  const body = (request.body ?? request.raw) as Readable;
  try {
    await receive(ctx, tenant, { path, body, now: ctx.clock.now(), ...(Number.isFinite(announced) ? { announcedBytes: announced } : {}) });
  } catch (error) {
    // What is still on its way is not read to its end.
    if (error instanceof DomainError && error.code === 'file-too-large') reply.header('connection', 'close');
    throw error;
  }
  return { success: true, message: textOf(languageOf(request), 'upload-state-uploaded'), data: null };
};
