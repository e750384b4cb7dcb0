import { Type } from 'typebox';
import { defineCall, everyone, PageNumber } from '../http/call.ts';
import { updateSettings } from '../sites.ts';
import type { SettingGroup } from './setting-group.ts';
import { settingGroups } from './setting-groups.ts';

const staff = updateSettings.access;

const calls = settingGroups.flatMap((group: SettingGroup) =>
  group.calls.map((name) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT', string];
    return { group, method, path };
  }),
);

export const groupReads = calls
  .filter(({ method }) => method === 'GET')
  .map(({ group, path }) => ({
    group,
    call: defineCall({
      method: 'GET',
      path,
      access: group.isOpen ? everyone : staff,
      summary: `Read ${group.about}.`,
      data: valuesOf(group),
      errors: [],
    }),
  }));

export const groupSaves = calls
  .filter(({ method }) => method !== 'GET')
  .map(({ group, method, path }) => ({
    group,
    call: defineCall({
      method,
      path,
      access: staff,
      summary: `Save ${group.about}: some or all of these settings and no others. All that are sent are valid and allowed for the caller, or none changes.`,
      body: valuesOf(group),
      data: valuesOf(group),
      fields: updateSettings.fields,
      errors: updateSettings.errors,
    }),
  }));

export const customMenuPage = defineCall({
  method: 'GET',
  path: '/api/custom-menu/get',
  access: staff,
  summary: 'Read further entries of the navigation bar. All of them are on the first page; a later one is empty.',
  query: Type.Object({ page_num: Type.Optional(PageNumber) }),
  data: Type.Object({ custom_menu_links: Type.Array(Type.Unknown()) }),
  errors: [],
});

/** What a setting is called in the calls of its group. */
export function nameInGroup({ within }: SettingGroup, key: string): string {
  return within === undefined ? key : key.slice(within.length + 1);
}

/** Names only: a value is checked by its definition, and a name of no setting is refused with it. */
function valuesOf(group: SettingGroup) {
  const names = group.keys.map((key) => nameInGroup(group, key).split('.', 1).join());
  return Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown())])));
}
