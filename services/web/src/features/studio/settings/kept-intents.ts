import type { SettingKey } from '@backlot/domain/settings';

/** An upload that is for a setting, and what the setting was when it was chosen. */
export interface Intent {
  readonly uploadKey: string;
  readonly before: string | null;
}
type Intents = Readonly<Partial<Record<SettingKey, Intent>>>;

/**
 * Uploads go on after a reload; here is kept what those of the settings are for. On this device, as the list of uploads
 * is: another device does not have the file. Every page of a person reads it, and whoever was first takes the entry out.
 */
export interface KeptIntents {
  readonly read: () => Intents;
  /** False where the browser stores nothing: it is then known until the page is left. */
  readonly keep: (key: SettingKey, intent: Intent) => boolean;
  /** Also where it is about another upload by now, unless one is named. */
  readonly forget: (key: SettingKey, uploadKey?: string | null) => void;
  readonly isWanted: (key: SettingKey, uploadKey: string) => boolean;
}

export function keptIntents(userId: string): KeptIntents {
  const name = `setting-files-${userId}`;
  const read = (): Intents => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? '{}') as Intents;
    } catch {
      return {};
    }
  };
  const write = (intents: Intents): boolean => {
    try {
      localStorage.setItem(name, JSON.stringify(intents));
      return true;
    } catch {
      return false;
    }
  };
  return {
    read,
    keep: (key, intent) => write({ ...read(), [key]: intent }),
    forget: (key, uploadKey = read()[key]?.uploadKey) => {
      const { [key]: intent, ...others } = read();
      if (intent && intent.uploadKey === uploadKey) write(others);
    },
    isWanted: (key, uploadKey) => read()[key]?.uploadKey === uploadKey,
  };
}

/** One page of several at a time. Where the browser has no locks, every page is alone. */
export const oneAtATime = (name: string, work: () => Promise<void>): Promise<void> => {
  const { locks } = navigator as { readonly locks?: LockManager };
  return locks ? (locks.request(name, work) as Promise<void>) : work();
};
