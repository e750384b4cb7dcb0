import type { Database } from '@backlot/database';
import { LRUCache } from 'lru-cache';
import { v7 } from 'uuid';
import type { TenantDb } from '@backlot/database';
import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { tenantKey, type Tenant, type TenantKey } from '../tenant.ts';
import { findLiveSession, insertSession } from './session-rows.ts';
import type { Tokens } from './tokens.ts';

export interface Sessions {
  /** Writes a session with the transaction; the token works once that has committed. */
  start(db: TenantDb, tenant: Tenant, userId: string, from: { address: string; userAgent: string }): Promise<{ token: string; expiresAt: Date; sessionId: string }>;
  /** The live session behind a token, or null. Right within a second of any change. */
  actorOf(tenant: Tenant, token: string): Promise<Actor | null>;
  /** Hears of what may have ended sessions, so that sockets can be closed. */
  onChange(listener: (change: SessionChange) => void): void;
  close(): Promise<void>;
}

/** A session ended; of a person or an identity something changed, whether or not it ends their sessions. */
export type SessionChange =
  | { readonly kind: 'session'; readonly tenantId: string; readonly sessionId: string }
  | { readonly kind: 'person'; readonly tenantId: string; readonly userId: string }
  | { readonly kind: 'identity'; readonly identityId: string };

interface Known { actor: Actor; expiresAt: number }

/** jose takes up to 215 µs a verification, so the answer is kept, at most this long (ARCHITECTURE). */
const KEEP_MS = 60_000;

export async function openSessions(options: { database: Database; tokens: Tokens; clock: Clock; hours: number }): Promise<Sessions> {
  const { database, tokens, clock, hours } = options;
  const known = new LRUCache<TenantKey, Known>({ max: 50_000, ttl: KEEP_MS });
  const listeners: Array<(change: SessionChange) => void> = [];
  let changes = 0;
  const tell = (change: SessionChange, matches: (actor: Actor, key: string) => boolean): void => {
    changes += 1;
    for (const [key, value] of known.entries()) if (matches(value.actor, key)) known.delete(key);
    for (const listener of listeners) listener(change);
  };
  const clear = {
    onReconnect: () => {
      changes += 1;
      known.clear();
    },
  };
  const stops = await Promise.all([
    database.listen('session_ended', (payload) => {
      const [tenantId = '', sessionId = ''] = payload.split(':');
      tell({ kind: 'session', tenantId, sessionId }, (actor, key) => actor.sessionId === sessionId && key.startsWith(tenantId));
    }, clear),
    database.listen('person_changed', (payload) => {
      const [tenantId = '', userId = ''] = payload.split(':');
      tell({ kind: 'person', tenantId, userId }, (actor, key) => actor.userId === userId && key.startsWith(tenantId));
    }, clear),
    database.listen('identity_changed', (identityId) => tell({ kind: 'identity', identityId }, (actor) => actor.identityId === identityId), clear),
  ]);

  return {
    async start(db, tenant, userId, from) {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + hours * 3_600_000);
      const sessionId = v7();
      await insertSession(db, {
        id: sessionId, user_id: userId, created_at: now, expires_at: expiresAt,
        address: from.address.slice(0, 60), user_agent: from.userAgent.slice(0, 300),
      });
      return { token: await tokens.sign(tenant.id, { userId, sessionId, issuedAt: now, expiresAt }), expiresAt, sessionId };
    },
    async actorOf(tenant, token) {
      if (token.length > 2_000) return null;
      const key = tenantKey(tenant, token);
      const now = clock.now();
      const kept = known.get(key);
      if (kept) return kept.expiresAt > now.getTime() ? kept.actor : null;
      const changesBefore = changes;
      const claims = await tokens.verify(tenant.id, token, now);
      if (claims === null) return null;
      const live = await database.tenants.read(tenant, (db) => findLiveSession(db, claims.sessionId, now));
      if (live === null || live.userId !== claims.userId) return null;
      if (live.identityId !== null && await isOlderThanPassword(database, live.identityId, live.sessionCreatedAt)) return null;
      const actor: Actor = {
        userId: live.userId, identityId: live.identityId, sessionId: live.id, role: live.role, email: live.email,
        name: live.name, language: live.language ?? tenant.locale, trueAuthor: live.userId,
      };
      // What was read before a change that has been told meanwhile must not be kept.
      if (changes === changesBefore) known.set(key, { actor, expiresAt: claims.expiresAt * 1000 });
      return actor;
    },
    onChange: (listener) => { listeners.push(listener); },
    async close() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** Sessions of every site end when the identity's password changes. */
async function isOlderThanPassword(database: Database, identityId: string, startedAt: Date): Promise<boolean> {
  const row = await database.shared.read((db) => db('identities').where({ id: identityId }).first('password_changed_at'));
  return row === undefined || startedAt < row.password_changed_at;
}
