import * as calls from '@backlot/contracts/uploads';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { openMediaSigner } from './media-addresses.ts';
import { listMedia } from './media-rows.ts';
import { presentUpload } from './present-upload.ts';
import { presignUpload } from './presign-upload.ts';

export const uploadRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.presignUpload, async ({ tenant, actor, body, now, onPageHost, pageBase, apiBase }) => {
    const { id, fileName, path } = await presignUpload(ctx, tenant, actor, body, now);
    // The host that was asked is one that the page may talk to.
    const presignedUrl = `${onPageHost ? pageBase : apiBase}${path}`;
    return { presigned_url: presignedUrl, file_name: fileName, data: { presigned_url: presignedUrl, file_name: fileName, media_id: id } };
  }),
  route(calls.uploadStates, async ({ tenant, actor, body, now, language }) => {
    const rows = await ctx.database.tenants.read(tenant, (db) => listMedia(db, body.ids));
    const signer = await openMediaSigner(ctx, tenant, actor.userId, now);
    return { data: rows.map((media) => presentUpload(media, signer, language)) };
  }),
];
