import * as calls from '@backlot/contracts/uploads';
import { cutTrailer } from '@backlot/contracts/uploads-work';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { requireSameSender } from '../../narrowed.ts';
import { abortUpload } from './receive/abort-upload.ts';
import { cutTrailer as cut } from './make/cut-trailer.ts';
import { completeUpload } from './receive/complete-upload.ts';
import { openMediaSigner, presentUpload } from './serve/media-addresses.ts';
import { listMedia } from './media-rows.ts';
import { multipartStatus, partAddresses, presignUpload } from './receive/upload-addresses.ts';

export const uploadRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.presignUpload, async (request) => {
    requireSameSender(request, request.body);
    const { id, fileName, address, multipart } = await presignUpload(
      ctx,
      request.tenant,
      request.actor,
      request.body,
      request.now,
    );
    const presignedUrl = whole(request, address);
    return {
      presigned_url: presignedUrl,
      file_name: fileName,
      data: { presigned_url: presignedUrl, file_name: fileName, media_id: id, multipart },
    };
  }),
  route(calls.partAddresses, async (request) => {
    const parts = await partAddresses(ctx, request.tenant, request.actor, request.body, request.now);
    return { data: parts.map(({ number, address }) => ({ part_number: number, url: whole(request, address) })) };
  }),
  route(calls.multipartStatus, async ({ tenant, actor, body }) => ({
    data: await multipartStatus(ctx, tenant, actor, body),
  })),
  route(calls.completeUpload, async ({ tenant, actor, body, now, language }) => {
    const media = await completeUpload(ctx, tenant, actor, body.media_id);
    return { data: presentUpload(media, await openMediaSigner(ctx, tenant, actor.userId, now), language) };
  }),
  route(calls.abortUpload, async ({ tenant, actor, body }) => {
    await abortUpload(ctx, tenant, actor, body.media_id);
    return {};
  }),
  route(cutTrailer, async ({ tenant, actor, body, now, language }) => {
    const media = await cut(ctx, tenant, actor, body, now);
    return { data: presentUpload(media, await openMediaSigner(ctx, tenant, actor.userId, now), language) };
  }),
  route(calls.uploadStates, async ({ tenant, actor, body, now, language }) => {
    const rows = await ctx.database.tenants.read(tenant, (db) => listMedia(db, body.ids));
    const signer = await openMediaSigner(ctx, tenant, actor.userId, now);
    return { data: rows.map((media) => presentUpload(media, signer, language)) };
  }),
];

/** A path of ours lies on the host that was asked: it is one that the page may talk to. */
const whole = (
  { onPageHost, pageBase, apiBase }: { onPageHost: boolean; pageBase: string; apiBase: string },
  address: string,
): string => (address.startsWith('/') ? `${onPageHost ? pageBase : apiBase}${address}` : address);
