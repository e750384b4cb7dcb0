import * as calls from '@backlot/contracts/photo-ids';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { decidePhotoId } from './decide-photo-id.ts';
import { listFanPhotoIds, listPhotoIds } from './list-photo-ids.ts';
import { findMyPhotoId } from './my-photo-id.ts';
import { openPhotoId } from './open-photo-id.ts';

export const photoIdRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.myPhotoId, async ({ tenant, actor }) => ({ data: await findMyPhotoId(ctx, tenant, actor) })),
  route(calls.listPhotoIds, async ({ tenant, query }) => ({
    data: await listPhotoIds(ctx, tenant, query?.page_num ?? 1),
  })),
  route(calls.fanPhotoIds, async ({ tenant, actor, query }) => ({
    data: await listFanPhotoIds(ctx, tenant, actor, query.user_id),
  })),
  route(calls.openPhotoId, async ({ tenant, actor, body, now }) => ({
    data: await openPhotoId(ctx, tenant, actor, body.id, now),
  })),
  route(calls.decidePhotoId, async ({ tenant, actor, body, now }) => {
    const { id, is_accepted: isAccepted, reason = null } = body;
    await decidePhotoId(ctx, tenant, actor, { id, isAccepted, reason }, now);
    return { message: isAccepted ? 'photo-id-was-accepted' : 'photo-id-was-rejected' };
  }),
];
