import { Type, type Static } from 'typebox';
import { defineCall, Id, Instant, Nullable, OneOf, only } from './http/call.ts';

export const notificationsRead = defineCall({
  method: 'POST',
  path: '/api/notifications/read',
  access: only('model', 'admin', 'sub_admin', 'content_manager', 'support'),
  summary: 'Say that the list of purchases or of members was looked at: its number of new ones begins at zero again.',
  body: Type.Object({ kind: OneOf(['purchased', 'subscription'] as const) }),
  errors: [],
});

/** Somebody bought a post. */
export const PurchaseNotification = Type.Object({
  _id: Id,
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  /** Null where it is not known any more. */
  post: Nullable(Type.Object({ _id: Id, title: Type.String() })),
  date: Instant,
});
export type PurchaseNotification = Static<typeof PurchaseNotification>;

export const listPurchaseNotifications = defineCall({
  method: 'GET',
  path: '/api/purchase-notifications',
  access: only('model', 'admin', 'sub_admin', 'content_manager', 'support'),
  summary: 'Who bought which post, the newest first, and since when it is new to the caller. Paged.',
  query: Type.Object({ after: Type.Optional(Id) }),
  data: Type.Object({
    notifications: Type.Array(PurchaseNotification),
    /** When the caller last looked: what is later is new. Null for those whom the site doesn't tell. */
    looked_at: Nullable(Instant),
    next: Nullable(Id),
  }),
  errors: ['access-denied'],
});
