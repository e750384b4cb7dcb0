import { groupReads, groupSaves } from '@backlot/contracts/settings/setting-group-calls';
import type { SettingGroup } from '@backlot/contracts/settings/setting-group';
import { flattenSettings } from '@backlot/domain/settings';
import { settingsOf } from '../../features/sites/setting-groups.ts';
import type { MoneyWorld } from '../money-world.ts';
import type { Example } from './wire-makers.ts';

const read: Example = async (world) => ({ as: world.people.luna.admin });

/** Each part of the settings is read, and saved as it stands, so that no other example meets a changed site. */
export const settingExamples: Readonly<Record<string, Example>> = {
  ...Object.fromEntries(groupReads.map(({ call }) => [`GET ${call.path}`, read])),
  ...Object.fromEntries(
    groupSaves.map(({ group, call }): [string, Example] => [
      `${call.method} ${call.path}`,
      async (world) => ({ as: world.people.luna.admin, body: await asItStands(world, group) }),
    ]),
  ),
  'POST /api/app_settings/delete-theme-image': async (world) => ({ as: world.people.luna.admin, body: {} }),
  'GET /api/custom-menu/get': async (world) => ({ as: world.people.luna.admin, query: { page_num: 1 } }),
};

/** From the answer of a save: what a process remembers may be older than the last change. */
async function asItStands(world: MoneyWorld, group: SettingGroup): Promise<Record<string, unknown>> {
  const { body } = await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: {} });
  return settingsOf(group, flattenSettings(body.data));
}
