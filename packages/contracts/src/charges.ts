import { Type } from 'typebox';
import { HumanCheck } from './human-check.ts';
import { Amount, Day, defineCall, everyone, Last4 } from './http/call.ts';

export const explainCharge = defineCall({
  method: 'POST',
  path: '/api/charges/explain',
  access: everyone,
  summary:
    'Email the account that paid a charge what it was for, if there is such a charge. The answer is the same either way.',
  body: Type.Object({
    last4: Last4,
    amount: Amount,
    /** As the statement shows it: the charge may have been made up to a week before. */
    day: Day,
    human_check: Type.Optional(HumanCheck),
  }),
  errors: ['invalid-request', 'mail-unavailable', 'human-check', 'too-many-requests'],
  throttle: { max: 60, seconds: 600 },
  open: ['maintenance', 'age-gate'],
});
