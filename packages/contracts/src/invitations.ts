import { Type } from 'typebox';
import { Password, RoleName } from './accounts.ts';
import { defineCall, everyone, Text } from './http/call.ts';

const Token = Text(200, 1);

export const checkInvitation = defineCall({
  method: 'POST',
  path: '/api/invitations/check',
  access: everyone,
  summary: 'What the link of an invitation offers.',
  body: Type.Object({ token: Token }),
  data: Type.Object({
    email: Type.String(),
    role: RoleName,
    /** The address has an account on this site; its password accepts the invitation. */
    hasAccount: Type.Boolean(),
  }),
  errors: ['invitation-over', 'too-many-requests'],
  throttle: { max: 30, seconds: 300 },
  open: ['maintenance', 'age-gate'],
});

export const acceptInvitation = defineCall({
  method: 'POST',
  path: '/api/invitations/accept',
  access: everyone,
  summary: 'Become what the invitation says, with a password, and start a session.',
  body: Type.Object({ token: Token, password: Password, name: Type.Optional(Text(80)) }),
  data: Type.Object({ token: Type.String(), role: RoleName }),
  errors: [
    'invitation-over',
    'creator-exists',
    'login-default',
    'name-required',
    'password-too-short',
    'password-too-long',
    'password-like-email',
    'too-many-requests',
  ],
  throttle: { max: 10, seconds: 300 },
  open: ['maintenance', 'age-gate'],
});
