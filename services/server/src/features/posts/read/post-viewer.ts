import type { TenantDb } from '@backlot/database';
import { isAdmin, type Viewer } from '@backlot/domain/people/roles';
import { asPerson, type Actor } from '../../../actor.ts';
import { membershipOf } from '../../memberships/index.ts';

/** Who looks at posts: the person as rules know them, and whose address media are signed for. */
export interface PostViewer {
  readonly userId: string | null;
  readonly person: Viewer;
  readonly isSubscribedEver: boolean;
}

/** One statement for fans, none for guests and staff, whose membership makes no difference. */
export async function postViewerOf(db: TenantDb, actor: Actor | null, now: Date): Promise<PostViewer> {
  if (actor === null) return { userId: null, person: null, isSubscribedEver: false };
  const asStaff = asPerson(actor, '0');
  if (isAdmin(asStaff)) return { userId: actor.userId, person: asStaff, isSubscribedEver: false };
  const membership = await membershipOf(db, actor.userId, now);
  return {
    userId: actor.userId,
    person: asPerson(actor, membership.status),
    isSubscribedEver: membership.startedAt !== null,
  };
}
