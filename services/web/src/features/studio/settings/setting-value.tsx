import { findSetting, isSettingKey, type MenuLink } from '@backlot/domain/settings';
import { useTranslation } from 'react-i18next';
import { zoneLabels } from '../../../lib/format.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useThemeLooks } from '../../../components/theme/theme-looks.ts';
import { MediaLook } from './controls/media-control.tsx';
import { useSettingNames } from '../../../entities/setting/setting-names.ts';

/** A setting's value as a person would say it. Absent: the site had set nothing. */
export function SettingValue({ settingKey: key, value }: { settingKey: string; value: unknown }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const names = useSettingNames();
  const now = useNow(3_600_000);
  const definition = isSettingKey(key) ? findSetting(key) : null;
  if (value === undefined || definition === null) return <span className="muted">{t('set-value-default')}</span>;
  if (key === 'theme_name') return <ThemeName name={String(value)} />;
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty && definition.type !== 'choice') return <span className="muted">{t('set-value-none')}</span>;
  switch (definition.type) {
    case 'boolean':
      return t(value === true ? 'set-on' : 'set-off');
    case 'amount':
      return formats.money(Number(value));
    case 'integer':
    case 'number':
      return formats.number(Number(value));
    case 'choice':
      return names.choice(key, String(value));
    case 'colour':
      return (
        <span className="setting-colour">
          <i style={{ background: String(value) }} aria-hidden="true" />
          {String(value)}
        </span>
      );
    case 'media':
      return <MediaLook path={String(value)} isIcon />;
    case 'timezone': {
      const { city, name } = zoneLabels(i18n.language, String(value), now);
      return name === '' ? city : `${city} · ${name}`;
    }
    case 'links':
      return (value as readonly MenuLink[]).map(({ label }) => label).join(', ');
    case 'strings': {
      const items = value as readonly string[];
      if (definition.isPictures) return t('set-value-pictures', { count: items.length });
      return items.map((item) => names.item(key, item)).join(', ');
    }
    default:
      return <span dir="auto">{String(value)}</span>;
  }
}

function ThemeName({ name }: { name: string }) {
  return useThemeLooks().find((look) => look.name === name)?.label ?? name;
}
