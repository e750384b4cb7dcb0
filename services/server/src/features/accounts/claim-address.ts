import { DomainError } from '@backlot/contracts';
import type { IdentityRow, SharedDb, TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { revokeSessionsOf, type UserRow } from '../../session/session-rows.ts';
import { lockBuyer } from '../ledger/index.ts';
import { findIdentity, unlinkIdentity } from './people/identity-rows.ts';
import { nameFrom } from './people/names.ts';
import { insertUser, releaseEmail, setEmailProved } from './people/user-rows.ts';

export interface Claim {
  readonly tenant: Tenant;
  /** Who has the address here, if anybody. */
  readonly user: UserRow | null;
  /** The address's key. */
  readonly email: string;
  /** Whoever proved the mailbox also showed that the account is theirs. */
  readonly isSamePerson: boolean;
  readonly hash: string;
  readonly language: string;
  readonly now: Date;
}

export type AsShared = <R>(work: (shared: SharedDb) => Promise<R>) => Promise<R>;

/**
 * The account of somebody who proved that the mailbox is theirs. An account that another may have opened with the address
 * gives the address away and keeps what it paid for or is paying for, its cards, its photo ids and its own password; one
 * that nothing hangs on becomes theirs, without the name that the other typed.
 * @throws `invalid-token`
 * @returns its id, and whether the account is one that was there
 */
export async function claimAddress(
  { payments }: Pick<AppContext, 'payments'>,
  db: TenantDb,
  asShared: AsShared,
  { tenant, user, email, isSamePerson, hash, language, now }: Claim,
): Promise<{ userId: string; kept: UserRow | null }> {
  if (user !== null && (isSamePerson || user.email_proved_at !== null)) {
    if (user.email_proved_at === null) await setEmailProved(db, user.id, { now });
    return { userId: user.id, kept: user };
  }
  if (user !== null) await lockBuyer(db, user.id);
  const isBlank = user !== null && user.first_subscribed_at === null && user.photo_id_accepted_at === null;
  if (isBlank && !(await payments.hasStarted(db, user.id))) {
    await revokeSessionsOf(db, user.id, now);
    await setEmailProved(db, user.id, { now, name: nameFrom(undefined) });
    return { userId: user.id, kept: user };
  }
  if (user !== null) await moveAside(db, asShared, tenant, user);
  const userId = v7();
  const isNew = await insertUser(db, {
    id: userId,
    identity_id: null,
    email: user?.email ?? email,
    email_key: email,
    name: nameFrom(undefined),
    role: 'user',
    password_hash: hash,
    language,
    utm: null,
    created_at: now,
    email_proved_at: now,
  });
  // Somebody registered with it at this very moment: the next try finds them.
  if (!isNew) throw new DomainError('invalid-token');
  return { userId, kept: null };
}

async function moveAside(db: TenantDb, asShared: AsShared, tenant: Tenant, user: UserRow): Promise<void> {
  const id = user.identity_id;
  let identity: IdentityRow | null = null;
  if (id !== null) {
    identity = await asShared((shared) => findIdentity(shared, id));
    await asShared((shared) => unlinkIdentity(shared, id, tenant.id));
  }
  await releaseEmail(db, user, user.password_hash ?? identity?.password_hash ?? null);
}
