import { Type } from 'typebox';
import { HumanCheck } from './accounts.ts';
import { Amount, defineCall, everyone } from './http/call.ts';

export const explainCharge = defineCall({
  method: 'POST',
  path: '/api/charges/explain',
  access: everyone,
  summary:
    'Mail what a charge was for to the account that paid it, if there is such a charge. The answer is the same either way.',
  body: Type.Object({
    last4: Type.String({ pattern: '^[0-9]{4}$', maxLength: 4 }),
    amount: Amount,
    /** As the statement has it: the charge was made up to a week before. */
    day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10 }),
    human_check: Type.Optional(HumanCheck),
  }),
  errors: ['invalid-request', 'mail-unavailable', 'human-check', 'too-many-requests'],
  throttle: { max: 60, seconds: 600 },
  open: ['maintenance', 'age-gate'],
});
