import * as calls from '@backlot/contracts/staff';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { deleteDoneStep, insertDoneStep } from './first-step-rows.ts';

export const staffRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.doneFirstStep, async ({ tenant, actor, body, now }) => {
    const { step } = body;
    await ctx.database.tenants.write(tenant, (db) =>
      step === 'shown'
        ? deleteDoneStep(db, 'hidden')
        : insertDoneStep(db, { step, done_at: now, done_by: actor.trueAuthor }),
    );
    return {};
  }),
];
