import { Type } from 'typebox';
import { defineCall, Id, Nullable, only, rightsOfContracts, Text } from './http/call.ts';

const givers = only('admin', 'model', 'sub_admin');

/** How a fan's membership stands after staff gave or took it. */
const Standing = Type.Object({
  ccbill_subscription_status: Type.String(),
  has_complimentary_subscription: Type.Boolean(),
  expiration_date: Nullable(Type.String()),
});

export const giveComplimentary = defineCall({
  method: 'POST',
  path: '/api/admin/give_complimentary_subscription',
  access: givers,
  summary:
    'Give a fan a membership until a day, or for some months, or make a given one longer. Nothing is charged, and it ends by itself (ADMIN-12).',
  body: Type.Object({
    user_id: Id,
    /** From now on, or from the end of what the fan has. One of the two is wanted. */
    months: Type.Optional(Type.Integer({ minimum: 1, maximum: 120 })),
    /** The last day of it, on the site's calendar: `2026-03-31`. */
    end_date: Type.Optional(Text(10)),
    /** For the records; the fan does not see it. */
    reason: Type.Optional(Text(500)),
  }),
  data: Standing,
  errors: ['access-denied', 'not-found', 'invalid-request', 'already-subscribed'],
});

export const revokeComplimentary = defineCall({
  method: 'POST',
  path: '/api/admin/revoke_complimentary_subscription',
  access: givers,
  summary: 'End at once a membership that staff gave. What a fan pays for is not ended this way.',
  body: Type.Object({ user_id: Id }),
  data: Standing,
  errors: ['access-denied', 'not-found', 'not-complimentary'],
});

export const cancelComplimentary = defineCall({
  method: 'POST',
  path: '/api/users/cancel_complimentary_subscription',
  access: only('user'),
  summary: 'Cancel a membership that staff gave. It ends at its date all the same (SUB-26).',
  // The documents send nothing.
  body: Type.Optional(
    Nullable(Type.Object({ reason: Type.Optional(Text(200)), other_reason: Type.Optional(Text(2000)) })),
  ),
  data: Type.Object({ cancelled: Type.Boolean(), expiration_date: Nullable(Type.String()) }),
  fields: Type.Object({ ccbill_subscription_status: Type.String() }),
  errors: [
    'not-complimentary',
    'cancel-reason-required',
    'cancel-reason-text-required',
    'cancel-reason-text-blank',
    'cancel-unknown',
  ],
  open: rightsOfContracts,
});

export const putOffRebillNotification = defineCall({
  method: 'POST',
  path: '/api/users/updateRebillNotificationDate',
  access: only('user'),
  summary: 'Say nothing for a day of a renewal that is at risk.',
  errors: [],
});
