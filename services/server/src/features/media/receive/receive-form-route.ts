import * as calls from '@backlot/contracts/uploads-form';
import type { FastifyInstance } from 'fastify';
import { route, type CallRequest } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { mountCall } from '../../../plugins/mount-calls.ts';
import { takesForms } from '../../../plugins/slow-bodies.ts';
import { openMediaSigner, presentUpload } from '../serve/media-addresses.ts';
import type { MediaRow } from '../media-rows.ts';
import { receiveForm } from './receive-form.ts';

/** The calls that take files in a form: their bytes are read as they come, by nobody but the store. */
export function mountForms(app: FastifyInstance, ctx: AppContext): void {
  app.register(async (scope) => {
    const bodyOf = takesForms(scope);
    const take = (
      request: Pick<CallRequest<typeof calls.uploadFile>, 'tenant' | 'actor' | 'headers' | 'now'>,
      maxFiles: number,
    ): Promise<MediaRow[]> =>
      receiveForm(ctx, request.tenant, request.actor, {
        headers: request.headers,
        body: bodyOf(request.headers),
        maxFiles,
        now: request.now,
      });
    const present = async (
      {
        tenant,
        actor,
        now,
        language,
      }: CallRequest<typeof calls.uploadFile> | CallRequest<typeof calls.uploadGalleryFile>,
      media: readonly MediaRow[],
    ) => {
      const signer = await openMediaSigner(ctx, tenant, actor.userId, now);
      return media.map((one) => ({
        ...presentUpload(one, signer, language),
        Location: signer.of(one, 'full').address(one.kind === 'video' ? 'master' : 'jpeg960'),
        fileSize: one.size ?? 0,
        blurLocation: `/media/public/${one.public_random}/blur`,
      }));
    };
    mountCall(
      scope,
      ctx,
      route(calls.uploadFile, async (request) => {
        const [file] = await present(request, await take(request, 1));
        const { Location, fileSize, blurLocation, ...data } = file!;
        return { message: 'upload-state-uploaded', data, Location, fileSize, blurLocation };
      }),
    );
    mountCall(
      scope,
      ctx,
      route(calls.uploadGalleryFile, async (request) => {
        const files = await present(request, await take(request, 45));
        return { message: 'upload-state-uploaded', uploaded: files.length, data: files };
      }),
    );
  });
}
