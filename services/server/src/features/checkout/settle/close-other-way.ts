import { job } from '../../../jobs/job.ts';
import { findAttempt } from '../intent-rows.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import { providerOf } from '../provider-accounts/open-account.ts';
import { openStates } from '../tables.ts';
import { settleAttempt } from './settle-attempt.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'close-other-way': { attemptId: string };
  }
}

/**
 * Ends an attempt of a purchase that another has paid for, where its provider can. What was paid on it just before, or
 * is all the same, is given back (`setApart`).
 */
export const closeOtherWayJob = job({
  name: 'close-other-way',
  lane: 'providers',
  async run({ ctx, tenant, payload: { attemptId } }) {
    const found = await ctx.database.tenants.read(tenant, async (db) => {
      const attempt = await findAttempt(db, attemptId);
      return attempt && { attempt, account: await findAccount(db, attempt.account_id) };
    });
    if (found === null || !openStates.includes(found.attempt.state)) return;
    const { attempt, account } = found;
    const provider = account && providerOf(ctx, account);
    const outcome = await provider?.close?.({ reference: attempt.id, state: attempt.provider_state });
    if (outcome === undefined) return;
    // The queue tries it again.
    if (outcome.kind === 'unknown') throw new Error(`Nobody knows if ${attemptId} was closed: ${outcome.cause}`);
    await settleAttempt(ctx, tenant, attemptId, outcome);
  },
});
