import type { TenantDb } from '@backlot/database';
import { isAdmin } from '@backlot/domain/people/roles';
import { isWithin, type MediaLevel } from '@backlot/media';
import { type Actor, asPerson } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { MediaHolder, OpenedMedium, PaidFor } from '../../../joints/media-holder.ts';
import { BoundedMemory } from '../../../memory/bounded-memory.ts';
import { type Tenant, tenantKey, type TenantKey } from '../../../sites/tenant.ts';
import { atMost } from '../../../tries/at-most.ts';
import { findMedia, type MediaRow } from '../media-rows.ts';

/** What an address asks for: all that its ticket opens has to be open to the viewer still. */
interface AskedMedium {
  readonly mediaId: string;
  readonly level: MediaLevel;
}

interface VisibleMedium {
  readonly media: MediaRow;
  readonly level: MediaLevel;
  /** What the viewer paid for that it belongs to; empty where it is open without. */
  readonly paidFor: readonly PaidFor[];
}

/** Milliseconds that an answer is believed: a refund stops bytes within a second, and a playing film asks three times a second at most. */
const BELIEVED_MS = 300;

/**
 * The one answer to 'may this person have the bytes of this medium': the medium, or null where there is none or not for
 * them, also where less of it is left to them than was signed. The database is asked a few times a second a person and
 * medium at most.
 */
export function openMediumFinder(ctx: AppContext) {
  const answers = new BoundedMemory<TenantKey, Promise<VisibleMedium | null>>('media-found', {
    ...atMost(5_000),
    ttl: BELIEVED_MS,
  });
  const find = (tenant: Tenant, actor: Actor | null, mediaId: string): Promise<VisibleMedium | null> => {
    const key = tenantKey(tenant, mediaId, actor === null ? 'anyone' : `${actor.role}:${actor.userId}`);
    const known = answers.get(key);
    if (known) return known;
    const asked = ctx.database.tenants.read(tenant, (db) =>
      findMediumFor(db, ctx.mediaHolders, actor, mediaId, ctx.clock.now()),
    );
    answers.set(key, asked);
    asked.catch(() => answers.delete(key));
    return asked;
  };
  return async (
    tenant: Tenant,
    actor: Actor | null,
    { mediaId, level }: AskedMedium,
  ): Promise<VisibleMedium | null> => {
    const found = await find(tenant, actor, mediaId);
    // Of a teaser there is only the blur, which has a public address.
    if (found === null || found.level === 'teaser') return null;
    return isWithin(level, found.level) ? found : null;
  };
}

/** A medium and the most that one of its holders opens to them. Staff have all of all media of their site. */
async function findMediumFor(
  db: TenantDb,
  holders: readonly MediaHolder[],
  viewer: Actor | null,
  mediaId: string,
  now: Date,
): Promise<VisibleMedium | null> {
  const media = await findMedia(db, mediaId);
  if (media === null) return null;
  if (viewer !== null && isAdmin(asPerson(viewer, '0'))) return { media, level: 'full', paidFor: [] };
  let most: OpenedMedium | null = null;
  for (const holder of holders) {
    if (most?.level === 'full') break;
    const opened = (await holder.visibleTo(db, viewer, [mediaId], now)).get(mediaId);
    if (opened !== undefined && (most === null || !isWithin(opened.level, most.level))) most = opened;
  }
  return most === null ? null : { media, paidFor: [], ...most };
}
