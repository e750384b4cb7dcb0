/** Push preferences are a person's, not a site's: the wire's names, all on until switched off. */
export const userPushPreferences = ['content', 'offers', 'live_stream', 'messages', 'mass_messages'] as const;
export type UserPushPreference = (typeof userPushPreferences)[number];

export const adminPushPreferences = [
  'messages', 'tip', 'subscription', 'rebill_subscription', 'cancel_subscription', 'purchase', 'likes', 'comments',
] as const;
export type AdminPushPreference = (typeof adminPushPreferences)[number];

/** NOTIF-03: A to E, in the order of the user's preferences. */
export const pushTagCodes: Readonly<Record<string, UserPushPreference>> = Object.fromEntries(
  userPushPreferences.map((preference, index) => [String.fromCharCode(65 + index), preference]),
);
