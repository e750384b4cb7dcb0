import { announcementFor } from '@backlot/domain/people/capabilities';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useClosedRibbon } from '../../components/ribbon/closed-ribbons.ts';
import { ribbonLook } from '../../components/ribbon/ribbon-look.ts';
import { Ribbon } from '../../components/ribbon/ribbon.tsx';
import { readSetting } from '../../lib/settings.ts';
import { useMe, useSettingValues, viewerOf } from '../../lib/site.tsx';

/** POPUP-26 to POPUP-31: the site's ribbon for members, or for people without a membership, until they close it. */
export function Announcement() {
  const { t } = useTranslation();
  const values = useSettingValues();
  const text = useAnnouncement();
  const [isClosed, close] = useClosedRibbon('announcement', text);
  if (text === '' || isClosed) return null;
  return (
    <Ribbon look={ribbonLook('announcement', values)} label={t('announcement-label')} text={text} onClose={close} />
  );
}

/** What this viewer is told here; empty for nothing. */
function useAnnouncement(): string {
  const { pathname } = useLocation();
  const viewer = viewerOf(useMe());
  const values = useSettingValues();
  const group = announcementFor(viewer, pathname, {
    'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers':
      readSetting(values, 'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers') === true,
    'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers':
      readSetting(values, 'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers') === true,
  });
  if (group === null) return '';
  return (readSetting(values, `announcement_banner_settings.${group}_announcement_banner_text`) ?? '').trim();
}
