import { uploadPhotoId } from '@backlot/contracts/photo-ids';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { route } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { mountCall } from '../../plugins/mount-calls.ts';
import { takesFiles } from '../../plugins/slow-bodies.ts';
import { sendPhotoId } from './send-photo-id.ts';

/** The call that takes a photo id in a form, whose bytes are read as they come. */
export function mountPhotoIdForm(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    takesFiles(scope);
    const bodies = new WeakMap<object, Readable>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request, payload, done) => {
      bodies.set(request.headers, payload);
      done(null, undefined);
    });
    mountCall(
      scope,
      ctx,
      route(uploadPhotoId, async ({ tenant, actor, headers, now }) => ({
        message: 'photo-id-uploaded',
        data: await sendPhotoId(ctx, tenant, actor, {
          headers,
          body: bodies.get(headers) ?? Readable.from([]),
          now,
        }),
      })),
    );
  });
}
