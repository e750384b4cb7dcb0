import { uploadPhotoId } from '@backlot/contracts/photo-ids';
import type { FastifyInstance } from 'fastify';
import { route } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { mountCall } from '../../plugins/mount-calls.ts';
import { takesForms } from '../../plugins/slow-bodies.ts';
import { sendPhotoId } from './send-photo-id.ts';

/** The call that takes a photo id in a form, whose bytes are read as they come. */
export function mountPhotoIdForm(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    const bodyOf = takesForms(scope);
    mountCall(
      scope,
      ctx,
      route(uploadPhotoId, async ({ tenant, actor, headers, now }) => ({
        message: 'photo-id-uploaded',
        data: await sendPhotoId(ctx, tenant, actor, {
          headers,
          body: bodyOf(headers),
          now,
        }),
      })),
    );
  });
}
