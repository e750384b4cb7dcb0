import type { SettingKey, Settings } from './index.ts';

/** Settings that have another one's value until the site sets them: who sets one price has not meant a higher one for those who return. */
const followed = {
  returning_membership_price: 'membership_price',
  returning_recurring_membership_price: 'recurring_membership_price',
} as const satisfies Partial<Record<SettingKey, SettingKey>>;

type Own = Readonly<Partial<Record<string, unknown>>>;

/** What holds on a site that has set some settings itself; `undefined` is one that it has not set. */
export function withOwn(defaults: Settings, own: Own): Settings {
  const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  const values: Record<string, unknown> = { ...defaults, ...set };
  for (const [key, other] of Object.entries(followed)) if (!(key in set)) values[key] = values[other];
  return values as unknown as Settings;
}

/** The setting whose value this one has, as long as the site has not set it; null for one with a value of its own. */
export const followedBy = (key: string, own: Own): SettingKey | null =>
  own[key] === undefined && key in followed ? followed[key as keyof typeof followed] : null;
