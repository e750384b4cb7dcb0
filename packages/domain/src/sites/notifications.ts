import { contentManagerMay } from '../routes/access.ts';
import type { StoredRole } from '../people/roles.ts';
import type { Settings } from '../settings.ts';

/** What staff are told of: a post was bought, somebody became a member, a fan wrote a comment, a fan liked a post. */
export type NotificationKind = 'purchased' | 'subscription' | 'comment' | 'like';

type ToldSettings = Parameters<typeof contentManagerMay>[1] &
  Pick<
    Settings,
    | 'purchase_notification_settings.admins'
    | 'purchase_notification_settings.content_managers'
    | 'purchase_notification_settings.support'
  >;

/**
 * Kinds that a role is told of: those whose list it may open (DECISIONS 50), and purchases where the site wants it to hear of
 * them. None for fans, and for who acts as one.
 */
export const toldNotifications = (role: StoredRole, settings: ToldSettings): readonly NotificationKind[] =>
  kindsOf(role, settings).filter((kind) => kind !== 'purchased' || hearsOfPurchases(role, settings));

function kindsOf(role: StoredRole, settings: ToldSettings): readonly NotificationKind[] {
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

/** The creator always does: it is their money. */
function hearsOfPurchases(role: StoredRole, settings: ToldSettings): boolean {
  switch (role) {
    case 'admin':
    case 'sub_admin':
      return settings['purchase_notification_settings.admins'];
    case 'content_manager':
      return settings['purchase_notification_settings.content_managers'];
    case 'support':
      return settings['purchase_notification_settings.support'];
    default:
      return true;
  }
}
