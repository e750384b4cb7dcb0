import { Type, type Static } from 'typebox';
import { HumanCheck } from './human-check.ts';
import { defineCall, everyone, Id, Nullable, OneOf, signedIn, Text } from './http/call.ts';

export const RoleName = OneOf([
  'user',
  'content_manager',
  'model',
  'admin',
  'support',
  'sub_admin',
  'live_stream_manager',
  'proxy_user',
] as const);

export const Email = Text(254, 3);
/** UTF-16 units: a password's 128 characters may need several for each. The rule itself is in packages/domain. */
export const Password = Text(600, 1);

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
  subscription_detail: Nullable(
    Type.Object({
      recurring_price: Type.Number(),
      /** Of what is charged, whatever the site's is by now. Absent from older servers. */
      currency: Type.Optional(Type.String()),
      is_rebill_failed: Type.Boolean(),
      /** Why the last renewal failed, as far as the provider tells; null when none did. */
      rebill_decline_reason: Nullable(Type.String()),
      /** The failed renewal is still waited for: with another card it is tried again at once. */
      retries_with_card: Type.Boolean(),
      /** The wallet, from which it is paid, does not cover the renewal of the coming week, told or put off. Absent where it does. */
      wallet_short: Type.Optional(Type.Boolean()),
      /** `next_billing_date` is over, and the renewal or its next try still to come. */
      is_due: Type.Optional(Type.Boolean()),
      created_at: Type.String(),
    }),
  ),
  payment: Type.Object({ membership: Type.Boolean() }),
  default_payment_method: OneOf(['card', 'crypto_currency'] as const),
  payment_gateway: Nullable(Type.String()),
  has_complimentary_subscription: Type.Boolean(),
  /** The cancellation can't be taken back: made already, or, while the membership runs, if it were made now. */
  cancellation_final: Type.Boolean(),
  /** The provider renews the running membership and has the card, of which there is none here. Absent from older servers. */
  renews_at_provider: Type.Optional(Type.Boolean()),
  isRebillFailed: Type.Boolean(),
  /** The renewal failed and no gateway is tried with its card any more: another card is wanted (SUB-46). */
  cardAuthorizedByAllGateway: Type.Boolean(),
  /** 'I want you back!' (SUB-39 to SUB-41). */
  showRebillFailedPopup: Type.Boolean(),
  /** The site has left the account that charges this member, who is asked to go on with another (SUB-32). */
  showMigrationPopup: Type.Boolean(),
  /** The next renewal will fail unless the fan does something; null when it will not, or the fan put it off (`updateRebillNotificationDate`). */
  rebill_notification: Nullable(
    Type.Object({
      reason: OneOf(['no-card', 'card-expires', 'wallet-low'] as const),
      /** When it is due. */
      date: Type.String(),
      amount: Type.Number(),
      /** Of the card that expires. */
      last4: Nullable(Type.String()),
    }),
  ),
  wallet_amount: Type.Number(),
  /** What the fan owes the site, in its currency: what is put into the wallet pays for it first. */
  wallet_owed: Type.Optional(Type.Number()),
  universal_login: Type.Boolean(),
  userMergedDomainCount: Type.Integer(),
  isPhotoIdAccepted: Type.Boolean(),
  totalUnreadCount: Type.Integer(),
  purchasedNotificationUnreadCount: Type.Integer(),
  subscriptionNotificationUnreadCount: Type.Integer(),
  /** Money that waits for staff; 0 for those to whom the list is closed. */
  openItemsCount: Type.Integer(),
  language: Type.String(),
});
export type MeView = Static<typeof MeView>;

/**
 * The caller with every field of the documents that there is an answer to. What belongs to wallet, push, opt-in mails and
 * migration says how things stand without them: nothing was paid, asked, sent or switched on.
 */
export const DocumentedMe = Type.Object({
  ...MeView.properties,
  isModel: Type.Boolean(),
  isSuperAdmin: Type.Boolean(),
  isSubAdmin: Type.Boolean(),
  isContentManager: Type.Boolean(),
  isSupport: Type.Boolean(),
  feedCommentNotificationUnreadCount: Type.Integer(),
  feedLikeNotificationUnreadCount: Type.Integer(),
  last_used_crypto_currency: Nullable(Type.String()),
  is_notification_enable: Type.Boolean(),
  is_allow_web_notification: Type.Boolean(),
  emailOptInStatus: OneOf(['pending', 'opt_out', 'link_sent', 'no_thanks', 'no_thanks_opt_out'] as const),
  emailEventType: Nullable(Type.String()),
  emailEventStatus: Nullable(Type.String()),
  shouldPresentEmailOptIn: Type.Boolean(),
  siteListOfDifferentPassword: Type.Array(Type.String()),
  payPerMessageCredit: Type.Number(),
});
export type DocumentedMe = Static<typeof DocumentedMe>;

const SessionStarted = Type.Object({
  token: Type.String(),
  userId: Id,
  newUser: Type.Boolean(),
  /** Where payment begins: what the site's provider offers (DECISIONS 21), and the address of its hosted page where it has one. */
  mode: OneOf(['ccbillRestApi', 'stickyIo', 'newRegisterPage', 'v2'] as const),
  url: Nullable(Type.String()),
  showMergePopup: Type.Boolean(),
  showForgotPasswordPopup: Type.Boolean(),
  showOldUserMergePopup: Type.Boolean(),
  /** The confirming click of DECISIONS 11: this identity has no account here yet. */
  joinRequired: Type.Boolean(),
});

export const register = defineCall({
  method: 'POST',
  path: '/api/users/register',
  access: everyone,
  summary: 'Create an account on this site and start a session.',
  body: Type.Object({
    email: Email,
    password: Password,
    name: Type.Optional(Text(80)),
    action: Type.Optional(Text(40)),
    utm: Type.Optional(Type.Record(Type.String({ maxLength: 20 }), Text(200), { maxProperties: 5 })),
    human_check: Type.Optional(HumanCheck),
  }),
  data: SessionStarted,
  errors: [
    'invalid-request',
    'card-email-invalid',
    'password-too-short',
    'password-too-long',
    'password-like-email',
    'email-taken',
    'human-check',
    'too-many-requests',
  ],
  open: ['age-gate'],
});

const RecaptchaToken = Type.Optional(Text(5000, 1));

export const verifyRecaptcha = defineCall({
  method: 'POST',
  path: '/api/verify-recaptcha',
  access: everyone,
  summary:
    "Whether the site's reCAPTCHA accepts what a visitor's box gave. It opens no call: one that wants a check answers 430 and takes its result as `human_check`. A site without reCAPTCHA has none.",
  /** By the name of our own, or of the provider's field in a form. */
  body: Type.Object({ token: RecaptchaToken, 'g-recaptcha-response': RecaptchaToken }),
  data: Type.Object({ verified: Type.Boolean() }),
  errors: ['invalid-request', 'not-found', 'recaptcha-refused', 'provider-away', 'too-many-requests'],
  throttle: { max: 20, seconds: 600 },
  open: ['age-gate'],
});

export const login = defineCall({
  method: 'POST',
  path: '/api/users/login',
  access: everyone,
  summary: 'Start a session with email and password.',
  body: Type.Object({
    email: Email,
    password: Password,
    /** Sent with the second, confirming call on a site where the identity has no account yet. */
    join: Type.Optional(Type.Boolean()),
    human_check: Type.Optional(HumanCheck),
  }),
  data: Type.Object({ ...SessionStarted.properties, token: Nullable(Type.String()), userId: Nullable(Id) }),
  errors: ['invalid-request', 'login-default', 'human-check', 'too-many-requests'],
  open: ['maintenance', 'area', 'age-gate'],
});

export const logout = defineCall({
  method: 'POST',
  path: '/api/users/logout',
  access: signedIn,
  summary: 'End this session everywhere within a second.',
  errors: ['session-required'],
  open: ['maintenance', 'area'],
});

export const me = defineCall({
  method: 'GET',
  path: '/api/users/me',
  access: signedIn,
  summary: 'The caller, with membership and unread counts.',
  query: Type.Object({ is_request_from_login_or_signup_api: Type.Optional(Type.String({ maxLength: 5 })) }),
  data: DocumentedMe,
  errors: ['session-required', 'session-ended'],
  open: ['maintenance', 'area'],
});

export const changeProfile = defineCall({
  method: 'POST',
  path: '/api/users/change_profile_details',
  access: signedIn,
  summary: 'Change the name shown on this site and the language.',
  body: Type.Object({ name: Type.Optional(Text(80, 1)), language: Type.Optional(Text(10)) }),
  data: DocumentedMe,
  errors: ['invalid-request'],
});

export const unreadCount = defineCall({
  method: 'GET',
  path: '/api/users/get_unread_count',
  access: signedIn,
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
