import { contentManagerMay } from '../routes/access.ts';
import type { StoredRole } from '../people/roles.ts';

/** What staff are told of: a post was bought, somebody became a member, a fan wrote a comment, a fan liked a post. */
export type NotificationKind = 'purchased' | 'subscription' | 'comment' | 'like';

type ReportSettings = Parameters<typeof contentManagerMay>[1];

/** Kinds that a role is told the number of: those whose list it may open (DECISIONS 50). None for fans, and for who acts as one. */
export function toldNotifications(role: StoredRole, settings: ReportSettings): readonly NotificationKind[] {
  switch (role) {
    case 'model':
    case 'admin':
    case 'sub_admin':
      return ['purchased', 'subscription', 'comment', 'like'];
    case 'content_manager':
      return contentManagerMay('reports', settings)
        ? ['purchased', 'subscription', 'comment', 'like']
        : ['comment', 'like'];
    case 'support':
      return ['purchased'];
    default:
      return [];
  }
}
