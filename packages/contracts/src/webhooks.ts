import { Type } from 'typebox';
import { defineCall, everyGate, everyone, Text } from './http/call.ts';

export const webhook = defineCall({
  method: 'POST',
  path: '/api/webhooks/:provider/:account',
  access: everyone,
  summary: "A provider's webhook. Stored once, answered 200, handled by a job.",
  params: Type.Object({ provider: Text(40, 1), account: Text(100, 1) }),
  errors: ['invalid-request', 'not-found'],
  // Money that has moved is written down whatever the site is closed by, and a provider's place says nothing about a visitor.
  open: everyGate,
  from: 'provider',
});

/** As `webhook`, of providers that write what they tell into the address. */
export const webhookByAddress = defineCall({ ...webhook, method: 'GET' });
