import type { ApiSettings } from './api.ts';

/** Of the settings that this page has or has asked for; 0 before it began. */
let newest = 0;

export const knownSettingsVersion = (): number => newest;

/** Answers of every call name the version of the settings: so an open page hears of a change also without a socket. */
export function watchSettingsVersion(known: number, onNewer: () => void): ApiSettings['onSettingsVersion'] {
  newest = known;
  return (version, call) => {
    if (version <= newest) return;
    newest = version;
    // That answer holds the new settings already.
    if (call !== 'GET /api/app_settings/get') onNewer();
  };
}
