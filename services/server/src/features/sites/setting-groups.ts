import { customMenuPage, groupReads, groupSaves, nameInGroup } from '@backlot/contracts/settings/setting-group-calls';
import type { SettingGroup } from '@backlot/contracts/settings/setting-group';
import type { settingGroups } from '@backlot/contracts/settings/setting-groups';
import { nestSettings, readerOf, type SettingKey, settingsFor } from '@backlot/domain/settings';
import { asPerson } from '../../actor.ts';
import { type CallRoute, route } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { answerOf, updateSettings } from './change-settings.ts';

type GroupKey = (typeof settingGroups)[number]['keys'][number];
type Holds<T extends true> = T;
/** The contracts know no definitions; the compiler names a key of a group that is none. */
export type GroupsHoldSettings = Holds<
  [Exclude<GroupKey, SettingKey>] extends [never] ? true : Exclude<GroupKey, SettingKey>
>;

/** The documents' calls that read and save a part of the settings each. */
export const settingGroupRoutes = (ctx: AppContext): readonly CallRoute[] => [
  ...groupReads.map(({ group, call }) =>
    route(call, async ({ tenant, actor }) => {
      const settings = await ctx.settings.of(tenant);
      return { data: settingsOf(group, settingsFor(readerOf(actor && asPerson(actor, '0')), settings)) };
    }),
  ),
  ...groupSaves.map(({ group, call }) =>
    route(call, async ({ tenant, actor, body, now }) => {
      const saved = await updateSettings(ctx, tenant, actor, body, now, (name) => keyIn(group, name));
      return { ...answerOf(saved), data: settingsOf(group, saved.settings) };
    }),
  ),
  route(customMenuPage, async ({ tenant, query: { page_num: page = 1 } }) => {
    const { custom_menu_links: links } = await ctx.settings.of(tenant);
    return { data: { custom_menu_links: page === 1 ? [...links] : [] } };
  }),
];

/** A group's part of the settings, in its own names and nested. */
export const settingsOf = (group: SettingGroup, settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  nestSettings(
    Object.fromEntries(
      group.keys.filter((key) => key in settings).map((key) => [nameInGroup(group, key), settings[key]]),
    ),
  );

const keyIn = (group: SettingGroup, name: string): string | null =>
  group.keys.find((key) => key === name || nameInGroup(group, key) === name) ?? null;
