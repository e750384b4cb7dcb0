import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { Tenant } from '../../../sites/tenant.ts';
import type { AsShared } from '../claim-address.ts';
import {
  countSites,
  findIdentityByEmail,
  insertIdentity,
  linkIdentity,
  setIdentityPassword,
  unlinkIdentity,
} from '../people/identity-rows.ts';
import { joinIdentity, setOwnPassword } from '../people/user-rows.ts';

export interface NewPassword {
  readonly tenant: Tenant;
  readonly userId: string;
  /** The identity that the account shares its password with, if any. */
  readonly identityId: string | null;
  /** The address's key. */
  readonly email: string;
  readonly hash: string;
  readonly universal: boolean;
  /** A link in a mail was opened: then the account may join the identity of its address. */
  readonly proved: boolean;
  readonly now: Date;
}

/**
 * One password for all sites of an identity, or one for this site alone. A site that switched universal login off binds no
 * other: its account leaves the identity with the new password, and the others keep theirs (DECISIONS 11).
 * @returns on how many sites it changed
 */
export async function setPasswordOf(
  db: TenantDb,
  asShared: AsShared,
  { tenant, userId, identityId, email, hash, universal, proved, now }: NewPassword,
): Promise<number> {
  if (!universal || (identityId === null && !proved)) {
    if (identityId !== null) await asShared((shared) => unlinkIdentity(shared, identityId, tenant.id));
    await setOwnPassword(db, userId, hash, now);
    return 1;
  }
  const { target, sites } = await asShared(async (shared) => {
    let id = identityId;
    if (id === null) {
      // Another site may be first with this address at this very moment.
      await insertIdentity(shared, { id: v7(), email, password_hash: hash, password_changed_at: now, created_at: now });
      id = (await findIdentityByEmail(shared, email))!.id;
      await linkIdentity(shared, { identityId: id, tenantId: tenant.id, userId, now });
    }
    await setIdentityPassword(shared, id, { hash, now, proved });
    return { target: id, sites: await countSites(shared, id) };
  });
  if (identityId === null) await joinIdentity(db, userId, target, now);
  return sites;
}
