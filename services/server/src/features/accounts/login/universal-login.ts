import type { TenantDb } from '@backlot/database';
import { job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { AsShared } from '../claim-address.ts';
import { findIdentity, isOfSite, unlinkSite } from '../people/identity-rows.ts';
import { leaveIdentity, listIdentityUsers } from '../people/user-rows.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'leave-identities': NoPayload;
  }
}

const AT_ONCE = 200;

/**
 * A site that switches universal login off binds no other site, and no other binds it (DECISIONS 11): from now on its
 * accounts open no door elsewhere, and a job gives each of them its password as a password of its own.
 */
export async function closeToIdentities(db: TenantDb, asShared: AsShared, tenant: Tenant): Promise<void> {
  await asShared((shared) => unlinkSite(shared, tenant.id));
  await later(db, 'leave-identities', {}, { jobKey: 'leave-identities' });
}

export const leaveIdentitiesJob = job({
  name: 'leave-identities',
  async run({ ctx, tenant, signal }) {
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      if (signal?.aborted) throw new Error('The process stops; the rest is for the next try.');
      const from = last;
      const users = await ctx.database.tenants.read(tenant, (db) => listIdentityUsers(db, from, AT_ONCE));
      for (const { id, identityId } of users) {
        const { identity, isLinked } = await ctx.database.shared.read(async (db) => ({
          identity: await findIdentity(db, identityId),
          isLinked: await isOfSite(db, identityId, tenant.id),
        }));
        // Who joined after it was switched on again stays. Demo people without a password do too: nobody logs in as them.
        const hash = isLinked ? null : (identity?.password_hash ?? null);
        if (hash !== null)
          await ctx.database.tenants.write(tenant, (db) =>
            leaveIdentity(db, { id, identityId, hash, changedAt: identity!.password_changed_at }),
          );
      }
      if (users.length < AT_ONCE) return;
      last = users.at(-1)!.id;
    }
  },
});
