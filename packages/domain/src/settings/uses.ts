import type { SettingKey } from './index.ts';
import { readByServer } from './settings-read-by-server.ts';
import { readByWeb } from './settings-read-by-web.ts';
import { comesWith } from './settings-to-come.ts';

/** What makes a setting matter: the source file that reads it, or the capability that will. */
export type SettingUse = { readonly readIn: string } | { readonly comesWith: string };

/** By the source file that reads them. */
const readIn = { ...readByServer, ...readByWeb };

type Stated = (typeof readIn)[keyof typeof readIn][number] | (typeof comesWith)[keyof typeof comesWith][number];
type Unstated = Exclude<SettingKey, Stated>;
type Holds<T extends true> = T;
/** A new setting says in one of the two what reads it; the compiler names those that do not. */
export type StatesEverySetting = Holds<[Unstated] extends [never] ? true : Unstated>;

/** Every setting with what reads it. */
export const settingUses: ReadonlyMap<SettingKey, SettingUse> = new Map([
  ...Object.entries(readIn).flatMap(([file, keys]) =>
    keys.map((key): [SettingKey, SettingUse] => [key, { readIn: file }]),
  ),
  ...Object.entries(comesWith).flatMap(([capability, keys]) =>
    keys.map((key): [SettingKey, SettingUse] => [key, { comesWith: capability }]),
  ),
]);

/** Changing it changes nothing on the site yet. */
export const hasNoEffectYet = (key: string): boolean => {
  const use = settingUses.get(key as SettingKey);
  return use !== undefined && 'comesWith' in use;
};
