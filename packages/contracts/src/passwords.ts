import { Type } from 'typebox';
import { Email, Password } from './accounts.ts';
import { HumanCheck } from './human-check.ts';
import { defineCall, everyone, Last4, Nullable, rightsOfContracts, signedIn, Text } from './http/call.ts';

export const forgotPassword = defineCall({
  method: 'POST',
  path: '/api/users/forgot_password',
  access: everyone,
  summary: 'Mail a reset link, if the address has an account here. The answer is the same either way.',
  body: Type.Object({ email: Email, requestFrom: Type.Optional(Text(40)), human_check: Type.Optional(HumanCheck) }),
  errors: ['invalid-request', 'card-email-invalid', 'mail-unavailable', 'human-check', 'too-many-requests'],
  open: [...rightsOfContracts, 'age-gate'],
});

export const checkToken = defineCall({
  method: 'POST',
  path: '/api/users/check_token/:token',
  access: everyone,
  summary: 'Whether a reset link is still good.',
  params: Type.Object({ token: Text(200, 1) }),
  data: Type.Object({
    valid: Type.Boolean(),
    /** Somebody paid with this account before the mailbox was proved: a card's last digits show who (`card_last4`). */
    asks_for_card: Type.Boolean(),
  }),
  errors: ['invalid-token', 'too-many-requests'],
  throttle: { max: 30, seconds: 300 },
  open: [...rightsOfContracts, 'age-gate'],
});

export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/users/reset_password',
  access: everyone,
  summary: 'Set a new password with a reset link; ends all other sessions.',
  body: Type.Object({
    token: Text(200, 1),
    password: Password,
    /** The last four digits of a card that was paid with here: the account is then this person's with all it bought. */
    card_last4: Type.Optional(Last4),
  }),
  data: Type.Object({
    token: Nullable(Type.String()),
    newUser: Type.Boolean(),
    user: Type.Object({ wallet_amount: Type.Number(), default_payment_method: Type.String() }),
    userUniversalAccountCount: Type.Integer(),
  }),
  errors: [
    'invalid-token',
    'card-digits-wrong',
    'password-too-short',
    'password-too-long',
    'password-like-email',
    'too-many-requests',
  ],
  throttle: { max: 10, seconds: 300 },
  open: [...rightsOfContracts, 'age-gate'],
});

export const changePassword = defineCall({
  method: 'POST',
  path: '/api/users/change_old_password',
  access: signedIn,
  summary: 'Change the password knowing the old one; ends all other sessions.',
  body: Type.Object({ old_password: Password, new_password: Password }),
  data: Type.Object({ action: Type.String(), token: Type.String() }),
  errors: ['old-password-wrong', 'password-too-short', 'password-too-long', 'password-like-email', 'too-many-requests'],
  throttle: { max: 10, seconds: 300 },
});
