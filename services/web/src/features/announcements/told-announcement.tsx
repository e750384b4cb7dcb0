import { useTranslation } from 'react-i18next';
import { useClosedRibbon } from '../../components/ribbon/closed-ribbons.ts';
import { ribbonLook } from '../../components/ribbon/ribbon-look.ts';
import { Ribbon } from '../../components/ribbon/ribbon.tsx';
import { readSetting } from '../../lib/settings.ts';
import { useSettingValues } from '../../lib/site.tsx';
import type { Group } from './announcement.tsx';

/** The ribbon of one group's text. */
export function ToldAnnouncement({ group }: { readonly group: Group }) {
  const { t } = useTranslation();
  const values = useSettingValues();
  const text = (readSetting(values, `announcement_banner_settings.${group}_announcement_banner_text`) ?? '').trim();
  const [isClosed, close] = useClosedRibbon('announcement', text);
  if (text === '' || isClosed) return null;
  return (
    <Ribbon look={ribbonLook('announcement', values)} label={t('announcement-label')} text={text} onClose={close} />
  );
}
