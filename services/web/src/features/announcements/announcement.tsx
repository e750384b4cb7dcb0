import { announcementFor } from '@backlot/domain/people/capabilities';
import { X } from 'lucide-react';
import { useEffect, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { keep, readKept } from '../../lib/storage/kept.ts';
import { readSetting } from '../../lib/settings.ts';
import { useMe, useSettingValues, viewerOf } from '../../lib/site.tsx';
import './announcements.css';

const key = 'announcement-closed';

/** POPUP-26 to POPUP-31: the site's ribbon for members, or for people without a membership, until they close it. */
export function Announcement() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const values = useSettingValues();
  const [closed, setClosed] = useState<string | null>(null);
  useEffect(() => {
    setClosed(readKept(key));
  }, []);
  const read = <K extends Parameters<typeof readSetting>[1]>(name: K) => readSetting(values, name);
  const group = announcementFor(viewerOf(useMe()), pathname, {
    'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers':
      read('announcement_banner_settings.is_announcement_banner_enabled_for_subscribers') === true,
    'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers':
      read('announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers') === true,
  });
  const text =
    group === null ? '' : String(read(`announcement_banner_settings.${group}_announcement_banner_text`) ?? '');
  if (text === '' || closed === text) return null;
  const close = (): void => {
    keep(key, text);
    setClosed(text);
  };
  const sizes = String(read('announcement_banner_settings.promo_text_font_size') ?? '').split('|');
  const style = Object.fromEntries(
    Object.entries({
      '--ribbon-back': read('announcement_banner_settings.ribbon_background_color'),
      '--ribbon-ink': read('announcement_banner_settings.promo_text_color'),
      '--ribbon-top': read('announcement_banner_settings.ribbon_padding_top'),
      '--ribbon-bottom': read('announcement_banner_settings.ribbon_padding_bottom'),
      '--ribbon-size-1': sizes[0],
      '--ribbon-size-2': sizes[1],
      '--ribbon-size-3': sizes[2],
      '--ribbon-size-4': sizes[3],
    }).filter(([, value]) => value !== undefined && value !== ''),
  ) as CSSProperties;
  return (
    <aside className="announcement" aria-label={t('announcement-label')} style={style}>
      <p dir="auto">{text}</p>
      <button type="button" className="icon-button" aria-label={t('a11y-close')} onClick={close}>
        <X className="icon" aria-hidden />
      </button>
    </aside>
  );
}
