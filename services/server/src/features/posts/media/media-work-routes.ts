import * as calls from '@backlot/contracts/uploads-work';
import { route, type CallRoute } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { openMediaSigner, presentUpload } from '../../media/index.ts';
import { refreshBlur, retryFilms, rotateImage } from './media-work.ts';

export const mediaWorkRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.refreshBlur, async ({ tenant, actor, body, now, language }) => {
    const made = await refreshBlur(ctx, tenant, actor, body, now);
    const signer = await openMediaSigner(ctx, tenant, actor.userId, now);
    return {
      message: 'blur-refreshed',
      updated: true,
      data: made.map((media) => presentUpload(media, signer, language)),
    };
  }),
  route(calls.rotateImage, async ({ tenant, actor, body, now, language }) => {
    const media = await rotateImage(ctx, tenant, actor, body, now);
    return { data: presentUpload(media, await openMediaSigner(ctx, tenant, actor.userId, now), language) };
  }),
  route(calls.sendVideoProcessRequest, async ({ tenant, body, now }) => {
    await retryFilms(ctx, tenant, body, now);
    return { message: 'video-process-sent' };
  }),
];
