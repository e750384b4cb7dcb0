import { Type } from 'typebox';
import { defineCall, OneOf, only } from './http/call.ts';

export const notificationsRead = defineCall({
  method: 'POST',
  path: '/api/notifications/read',
  access: only('model', 'admin', 'sub_admin', 'content_manager', 'support'),
  summary: 'Say that the list of purchases or of members was looked at: its number of new ones begins at zero again.',
  body: Type.Object({ kind: OneOf(['purchased', 'subscription'] as const) }),
  errors: [],
});
