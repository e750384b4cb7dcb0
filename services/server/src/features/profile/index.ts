import { changeProfile as changeProfileCall, me } from '@backlot/contracts/accounts';
import { route } from '../../call-route.ts';
import type { Feature } from '../../feature.ts';
import { changeProfile } from '../accounts/index.ts';
import { documentedMeOf } from './me.ts';

export { meOf, personOf } from './me.ts';

/** What callers are shown of themselves: their account, and what the features above it know of them. */
export const profileFeature: Feature = {
  name: 'profile',
  routes: (ctx) => [
    route(me, async ({ tenant, actor, now }) => ({ data: await documentedMeOf(ctx, tenant, actor, now) })),
    route(changeProfileCall, async ({ tenant, actor, body, now }) => {
      await changeProfile(ctx, tenant, actor, body);
      return { message: 'profile-updated', data: await documentedMeOf(ctx, tenant, actor, now) };
    }),
  ],
};
