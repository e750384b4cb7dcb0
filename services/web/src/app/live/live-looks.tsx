import type { SettingKey } from '@backlot/domain/settings';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { readSetting, type SettingValues } from '../../lib/settings.ts';
import { useBootstrap, useMe, useSettingValues } from '../../lib/site.tsx';
import type { Area } from '../../components/theme/live-looks.ts';

const LOOK_MS = 60_000;

/** A change of the site's looks reaches a page that is open: members' by their socket, guests' by looking now and then. */
export function LiveLooks({ area }: { area: Area }) {
  const { site, settings, isPreview } = useBootstrap();
  const values = useSettingValues();
  const { key } = useLocation();
  const first = useRef(key);
  useGuestsLook(isPreview);
  const isOtherTheme =
    area === 'fan' &&
    readSetting(values, 'theme_name') !== undefined &&
    readSetting(values, 'theme_name') !== site.theme;
  const worn = useRef<SettingValues>(settings);
  useEffect(() => {
    if (isAlike(worn.current, values)) return;
    worn.current = values;
    void import('../../components/theme/live-looks.ts').then(({ wearLooks, mayReload }) => {
      if (!isOtherTheme) return wearLooks(area, values);
      // The screen around a preview opens another frame for another theme.
      if (!isPreview && mayReload()) location.reload();
      return undefined;
    });
  }, [values, area, isOtherTheme, isPreview]);
  useEffect(() => {
    if (isOtherTheme && !isPreview && key !== first.current) location.reload();
  }, [isOtherTheme, isPreview, key]);
  return null;
}

/** A login adds settings and changes none: that is no change of looks. */
const isAlike = (before: SettingValues, after: SettingValues): boolean =>
  before === after ||
  Object.keys(before).every(
    (key) => JSON.stringify(readSetting(after, key as SettingKey)) === JSON.stringify(before[key]),
  );

/** Every answer names the version of the settings; a guest who only looks at a page asks for it once a minute, and on coming back. */
function useGuestsLook(isPreview: boolean): void {
  const isGuest = useMe() === null && !isPreview;
  useEffect(() => {
    if (!isGuest) return undefined;
    const look = (): void => {
      if (document.visibilityState === 'visible') void api('GET /api/app_settings/version', {}).catch(() => {});
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isGuest]);
}
