import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { Actor } from '../../../actor.ts';
import { findLiveSession, liveSession, type LiveSession, type UserRow } from '../../../session/session-rows.ts';
import { findUser } from './user-rows.ts';

/** What checkout needs to know of a person. */
export interface Buyer {
  readonly name: string;
  readonly email: string;
  /** Decides which prices apply (SUB-10). */
  readonly isSubscribedEver: boolean;
  readonly isPhotoIdAccepted: boolean;
}

/** @throws session-ended for an account that is gone */
export async function getBuyer(db: TenantDb, userId: string): Promise<Buyer> {
  const user = await findUser(db, userId);
  if (user === null || user.status !== 'active') throw new DomainError('session-ended');
  return buyerOf(user);
}

const buyerOf = (user: Pick<UserRow, 'name' | 'email' | 'first_subscribed_at' | 'photo_id_accepted_at'>): Buyer => ({
  name: user.name,
  email: user.email,
  isSubscribedEver: user.first_subscribed_at !== null,
  isPhotoIdAccepted: user.photo_id_accepted_at !== null,
});

/** The key of an address whose mailbox is known to be this person's; null where somebody else may have typed it. */
export async function findProvedAddress(db: TenantDb, userId: string): Promise<string | null> {
  const user = await findUser(db, userId);
  return user === null || user.email_proved_at === null ? null : user.email_key;
}

/**
 * Asked once more with the buyer held: the account may have become another person's since the call came in (`claimAddress`).
 * @throws session-ended
 */
export async function requireLiveSession(db: TenantDb, actor: Actor, now: Date): Promise<void> {
  await getLiveBuyer(db, actor, now);
}

/** The buyer of a session that is still live, in one statement. @throws session-ended */
export const getLiveBuyer = async (db: TenantDb, { sessionId }: Actor, now: Date): Promise<Buyer> =>
  liveBuyerOf(await findLiveSession(db, sessionId, now));

/** The same, with the first row of another feature's statement, in one message. @throws session-ended */
export async function getLiveBuyerAnd<Row>(
  db: TenantDb,
  { sessionId }: Actor,
  other: Sql<Row>,
  now: Date,
): Promise<readonly [Buyer, Row | null]> {
  const [session, row] = await liveSession(sessionId, now).firstAnd(db, other);
  return [liveBuyerOf(session), row];
}

function liveBuyerOf(session: LiveSession | null): Buyer {
  if (session?.status !== 'active') throw new DomainError('session-ended');
  return buyerOf(session);
}

/** From the first membership on a person is a returning one. */
export const markSubscribed = (db: TenantDb, userId: string, now: Date): Promise<void> =>
  markAllSubscribed(db, new Map([[userId, now]]));

/** What began at that time or later was withdrawn from: the person is a newcomer again, as if nothing had been bought. */
export async function unmarkSubscribed(db: TenantDb, userId: string, since: Date): Promise<void> {
  await db('users')
    .where({ id: userId })
    .where('first_subscribed_at', '>=', since)
    .update({ first_subscribed_at: null });
}

/** As `markSubscribed` for many, each at an instant of their own. */
export async function markAllSubscribed(db: TenantDb, first: ReadonlyMap<string, Date>): Promise<void> {
  const rows = [...first].map(([id, at]) => ({ id, at }));
  await sql`
    update ${table('users')} u set first_subscribed_at = f.at
    from jsonb_to_recordset(${sql.json(rows)}) as f (id uuid, at timestamptz)
    where u.id = f.id and u.first_subscribed_at is null`.run(db);
}
