import type { TenantDb } from '@backlot/database';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { tenantKey, type Tenant, type TenantKey } from '../../tenant.ts';
import type { MediaRow } from './media-rows.ts';

/**
 * The one answer to 'may this person see this medium': the medium, or null where there is none or not for them. It
 * belongs to whoever knows what media hang on. One statement.
 */
export type FindMediumVisibleTo = (db: TenantDb, actor: Actor | null, mediaId: string, now: Date) => Promise<MediaRow | null>;

/** Milliseconds that an answer is believed: a refund stops bytes within a second, and a playing film asks three times a second at most. */
const BELIEVED_MS = 300;

export interface MediumAccess {
  /** As `FindMediumVisibleTo`, asked of the database a few times a second a person and medium at most. */
  find(tenant: Tenant, actor: Actor | null, mediaId: string): Promise<MediaRow | null>;
}

export function openMediumAccess(ctx: AppContext, findVisible: FindMediumVisibleTo): MediumAccess {
  const answers = new LRUCache<TenantKey, Promise<MediaRow | null>>({ max: 5_000, ttl: BELIEVED_MS });
  return {
    find(tenant, actor, mediaId) {
      const key = tenantKey(tenant, mediaId, actor === null ? 'anyone' : `${actor.role}:${actor.userId}`);
      const known = answers.get(key);
      if (known) return known;
      const asked = ctx.database.tenants.read(tenant, (db) => findVisible(db, actor, mediaId, ctx.clock.now()));
      answers.set(key, asked);
      asked.catch(() => answers.delete(key));
      return asked;
    },
  };
}
