import type { Database } from '@backlot/database';
import type { SessionChange } from '@backlot/realtime/listener';
import { v7 } from 'uuid';
import type { TenantDb } from '@backlot/database';
import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { openRememberedRows } from '../memory/remembered-rows.ts';
import { tenantKey, type Tenant, type TenantKey } from '../sites/tenant.ts';
import { findLiveSession, insertSession } from './session-rows.ts';
import type { Tokens } from './tokens.ts';

export interface Sessions {
  /** Writes a session with the transaction; the token works once that has committed. */
  start(
    db: TenantDb,
    tenant: Tenant,
    userId: string,
    from: { address: string; userAgent: string },
  ): Promise<{ token: string; expiresAt: Date; sessionId: string }>;
  /** The live session behind a token, or null; of a blocked person as well. Right within a second of any change. */
  find(tenant: Tenant, token: string): Promise<Session | null>;
  /** As `find`, of nobody who is blocked. */
  actorOf(tenant: Tenant, token: string): Promise<Actor | null>;
  /** Hears of what may have ended sessions, so that sockets can be closed. */
  onChange(listener: (change: SessionChange) => void): void;
  close(): Promise<void>;
}

export interface Session {
  readonly actor: Actor;
  readonly isBlocked: boolean;
}

interface Known extends Session {
  expiresAt: number;
}

/** jose takes up to 215 µs a verification, so the answer is kept, at most this long (ARCHITECTURE). */
const KEEP_MS = 60_000;

export async function openSessions(options: {
  database: Database;
  tokens: Tokens;
  clock: Clock;
  hours: number;
}): Promise<Sessions> {
  const { database, tokens, clock, hours } = options;
  const known = openRememberedRows<TenantKey, Known | null>('sessions', {
    line: database.news,
    max: 50_000,
    keepMs: KEEP_MS,
    // A session that is not there may be on its way.
    keeps: (value) => value !== null,
  });
  const listeners: Array<(change: SessionChange) => void> = [];
  const tell = (change: SessionChange, matches: (actor: Actor, key: string) => boolean): void => {
    known.dropWhere((value, key) => value !== null && matches(value.actor, key));
    for (const listener of listeners) listener(change);
  };
  const lost = { onReconnect: () => tell({ kind: 'unknown' }, () => true) };
  const stops = await Promise.all([
    database.listen(
      'session_ended',
      (payload) => {
        const [tenantId = '', sessionId = ''] = payload.split(':');
        tell(
          { kind: 'session', tenantId, sessionId },
          (actor, key) => actor.sessionId === sessionId && key.startsWith(tenantId),
        );
      },
      lost,
    ),
    database.listen('person_changed', (payload) => {
      const [tenantId = '', userId = ''] = payload.split(':');
      tell({ kind: 'person', tenantId, userId }, (actor, key) => actor.userId === userId && key.startsWith(tenantId));
    }),
    database.listen('identity_changed', (identityId) =>
      tell({ kind: 'identity', identityId }, (actor) => actor.identityId === identityId),
    ),
  ]);

  const find: Sessions['find'] = async (tenant, token) => {
    if (token.length > 2_000) return null;
    const now = clock.now();
    const kept = await known.get(tenantKey(tenant, token), () => readLive(options, tenant, token, now));
    return kept !== null && kept.expiresAt > now.getTime() ? kept : null;
  };

  return {
    async start(db, tenant, userId, from) {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + hours * 3_600_000);
      const sessionId = v7();
      await insertSession(db, {
        id: sessionId,
        user_id: userId,
        created_at: now,
        expires_at: expiresAt,
        address: from.address.slice(0, 60),
        user_agent: from.userAgent.slice(0, 300),
      });
      return {
        token: await tokens.sign(tenant.id, { userId, sessionId, issuedAt: now, expiresAt }),
        expiresAt,
        sessionId,
      };
    },
    find,
    async actorOf(tenant, token) {
      const session = await find(tenant, token);
      return session === null || session.isBlocked ? null : session.actor;
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

async function readLive(
  { database, tokens }: { database: Database; tokens: Tokens },
  tenant: Tenant,
  token: string,
  now: Date,
): Promise<Known | null> {
  const claims = await tokens.verify(tenant.id, token, now);
  if (claims === null) return null;
  const live = await database.tenants.read(tenant, (db) => findLiveSession(db, claims.sessionId, now));
  if (live === null || live.userId !== claims.userId) return null;
  if (live.identityId !== null && (await isOlderThanPassword(database, live.identityId, live.sessionCreatedAt)))
    return null;
  const actor: Actor = {
    userId: live.userId,
    identityId: live.identityId,
    sessionId: live.id,
    role: live.role,
    email: live.email,
    name: live.name,
    language: live.language ?? tenant.locale,
    trueAuthor: live.userId,
  };
  return { actor, isBlocked: live.status === 'blocked', expiresAt: claims.expiresAt * 1000 };
}

/** Sessions of every site end when the identity's password changes. */
async function isOlderThanPassword(database: Database, identityId: string, startedAt: Date): Promise<boolean> {
  const row = await database.shared.read((db) =>
    db('identities').where({ id: identityId }).first('password_changed_at'),
  );
  return row === undefined || startedAt < row.password_changed_at;
}
