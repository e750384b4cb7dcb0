import type { Answer } from '@backlot/contracts';
import type { reuseSource as reuseSourceCall } from '@backlot/contracts/posts';
import { defaultSchedule } from '@backlot/domain/formats/dates';
import { reuseSchedule } from '@backlot/domain/posts/post-form';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { getPost } from '../read/visible-post.ts';

/** What the reuse dialog begins with (REUSE-02 to REUSE-04). @throws `not-found` */
export async function reuseSource(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
  to: { now: Date; language: string },
): Promise<Answer<typeof reuseSourceCall>['data']> {
  const post = await getPost(ctx, tenant, actor, id, to);
  const { tips_minimum_amount: min, tips_maximum_amount: max, timezone: timeZone } = await ctx.settings.of(tenant);
  const schedule = reuseSchedule({ original: new Date(post.date), now: to.now, timeZone });
  return {
    post,
    schedule: schedule.isOn ? schedule.at.toISOString() : null,
    default_schedule: defaultSchedule(to.now, timeZone).toISOString(),
    minimum_amount: min,
    maximum_amount: max,
  };
}
