import { Type, type Static } from 'typebox';
import { defineCall, everyone, Id, Nullable, OneOf, signedIn, Text } from './call.ts';

export const RoleName = OneOf([
  'user', 'content_manager', 'model', 'admin', 'support', 'sub_admin', 'live_stream_manager', 'proxy_user',
] as const);

const Email = Text(254, 3);
const Password = Text(200, 1);

/** The caller as the client sees it (specification 000 §3 User). */
export const MeView = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  isAdmin: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  isSubscribedEver: Type.Boolean(),
  ccbillSubscriptionStatus: OneOf(['0', '1', '2'] as const),
  expiration_date: Nullable(Type.String()),
  next_billing_date: Nullable(Type.String()),
  subscription_detail: Nullable(Type.Object({
    recurring_price: Type.Number(),
    is_rebill_failed: Type.Boolean(),
    created_at: Type.String(),
  })),
  payment: Type.Object({ membership: Type.Boolean() }),
  default_payment_method: OneOf(['card', 'crypto_currency'] as const),
  payment_gateway: Nullable(Type.String()),
  has_complimentary_subscription: Type.Boolean(),
  isRebillFailed: Type.Boolean(),
  wallet_amount: Type.Number(),
  universal_login: Type.Boolean(),
  userMergedDomainCount: Type.Integer(),
  isPhotoIdAccepted: Type.Boolean(),
  totalUnreadCount: Type.Integer(),
  purchasedNotificationUnreadCount: Type.Integer(),
  subscriptionNotificationUnreadCount: Type.Integer(),
  language: Type.String(),
});
export type MeView = Static<typeof MeView>;

const SessionStarted = Type.Object({
  token: Type.String(),
  userId: Id,
  newUser: Type.Boolean(),
  url: Nullable(Type.String()),
  showMergePopup: Type.Boolean(),
  showForgotPasswordPopup: Type.Boolean(),
  showOldUserMergePopup: Type.Boolean(),
  /** The confirming click of DECISIONS 11: this identity has no account here yet. */
  joinRequired: Type.Boolean(),
});

export const register = defineCall({
  method: 'POST', path: '/api/users/register', access: everyone,
  summary: 'Create an account on this site and start a session.',
  body: Type.Object({
    email: Email,
    password: Password,
    name: Type.Optional(Text(80)),
    action: Type.Optional(Text(40)),
    utm: Type.Optional(Type.Record(Type.String({ maxLength: 20 }), Text(200), { maxProperties: 5 })),
  }),
  data: SessionStarted,
  errors: ['invalid-request', 'card-email-invalid', 'password-too-short', 'password-too-long', 'email-taken', 'too-many-requests'],
  throttle: { max: 10, seconds: 600 },
});

export const login = defineCall({
  method: 'POST', path: '/api/users/login', access: everyone,
  summary: 'Start a session with email and password.',
  body: Type.Object({
    email: Email,
    password: Password,
    /** Sent with the second, confirming call on a site where the identity has no account yet. */
    join: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({ ...SessionStarted.properties, token: Nullable(Type.String()), userId: Nullable(Id) }),
  errors: ['invalid-request', 'login-default', 'too-many-requests'],
  throttle: { max: 20, seconds: 300, perAccount: { max: 20, seconds: 900, counts: 'refusals' } },
  exemptFrom: ['maintenance'],
});

export const logout = defineCall({
  method: 'POST', path: '/api/users/logout', access: signedIn,
  summary: 'End this session everywhere within a second.',
  errors: ['session-required'],
  exemptFrom: ['maintenance'],
});

export const me = defineCall({
  method: 'GET', path: '/api/users/me', access: signedIn,
  summary: 'The caller, with membership and unread counts.',
  query: Type.Object({ is_request_from_login_or_signup_api: Type.Optional(Type.String({ maxLength: 5 })) }),
  data: MeView,
  errors: ['session-required', 'session-ended'],
  exemptFrom: ['maintenance'],
});

export const forgotPassword = defineCall({
  method: 'POST', path: '/api/users/forgot_password', access: everyone,
  summary: 'Mail a reset link, if the address has an account here. The answer is the same either way.',
  body: Type.Object({ email: Email, requestFrom: Type.Optional(Text(40)) }),
  errors: ['invalid-request', 'card-email-invalid', 'too-many-requests'],
  throttle: { max: 5, seconds: 600, perAccount: { max: 5, seconds: 3_600, counts: 'all' } },
  exemptFrom: ['maintenance'],
});

export const checkToken = defineCall({
  method: 'POST', path: '/api/users/check_token/:token', access: everyone,
  summary: 'Whether a reset link is still good.',
  params: Type.Object({ token: Text(200, 1) }),
  data: Type.Object({ valid: Type.Boolean() }),
  errors: ['invalid-token', 'too-many-requests'],
  throttle: { max: 30, seconds: 300 },
});

export const resetPassword = defineCall({
  method: 'POST', path: '/api/users/reset_password', access: everyone,
  summary: 'Set a new password with a reset link; ends all other sessions.',
  body: Type.Object({ token: Text(200, 1), password: Password }),
  data: Type.Object({
    token: Nullable(Type.String()),
    newUser: Type.Boolean(),
    user: Type.Object({ wallet_amount: Type.Number(), default_payment_method: Type.String() }),
    userUniversalAccountCount: Type.Integer(),
  }),
  errors: ['invalid-token', 'password-too-short', 'password-too-long', 'too-many-requests'],
  throttle: { max: 10, seconds: 300 },
});

export const changePassword = defineCall({
  method: 'POST', path: '/api/users/change_old_password', access: signedIn,
  summary: 'Change the password knowing the old one; ends all other sessions.',
  body: Type.Object({ old_password: Password, new_password: Password }),
  data: Type.Object({ action: Type.String(), token: Type.String() }),
  errors: ['old-password-wrong', 'password-too-short', 'password-too-long', 'too-many-requests'],
  throttle: { max: 10, seconds: 300 },
});

export const changeProfile = defineCall({
  method: 'POST', path: '/api/users/change_profile_details', access: signedIn,
  summary: 'Change the name shown on this site and the language.',
  body: Type.Object({ name: Type.Optional(Text(80, 1)), language: Type.Optional(Text(10)) }),
  data: MeView,
  errors: ['invalid-request'],
});

export const unreadCount = defineCall({
  method: 'GET', path: '/api/users/get_unread_count', access: signedIn,
  summary: 'Unread counts for the badges.',
  data: Type.Object({
    totalUnreadCount: Type.Integer(),
    purchasedNotificationUnreadCount: Type.Integer(),
    subscriptionNotificationUnreadCount: Type.Integer(),
    feedCommentNotificationUnreadCount: Type.Integer(),
    feedLikeNotificationUnreadCount: Type.Integer(),
  }),
  errors: ['session-required'],
});

export const countries = defineCall({
  method: 'GET', path: '/api/users/get_all_countries', access: everyone,
  summary: 'Countries for the card form.',
  data: Type.Array(Type.Object({ _id: Type.String(), name: Type.String(), iso2: Type.String() })),
  errors: [],
});

export const statesOfCountry = defineCall({
  method: 'POST', path: '/api/users/get_states_of_country', access: everyone,
  summary: 'States or provinces of a country.',
  body: Type.Object({ countryId: Text(2, 2) }),
  data: Type.Array(Type.Object({ _id: Type.String(), name: Type.String(), state_code: Type.String() })),
  errors: ['invalid-request'],
});

export const citiesOfState = defineCall({
  method: 'POST', path: '/api/users/get_cities_of_state', access: everyone,
  summary: 'Known cities of a state; none are known, so any may be typed.',
  body: Type.Object({ stateId: Text(10), countryId: Text(2, 2) }),
  data: Type.Array(Type.Object({ name: Type.String() })),
  errors: ['invalid-request'],
});
