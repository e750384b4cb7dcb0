import { announcementFor } from '@backlot/domain/people/capabilities';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useClosedRibbon } from '../../components/ribbon/closed-ribbons.ts';
import { usePreviewedRibbon } from '../../components/ribbon/previewed-ribbon.ts';
import { ribbonLook } from '../../components/ribbon/ribbon-look.ts';
import { Ribbon } from '../../components/ribbon/ribbon.tsx';
import { readSetting, type SettingValues } from '../../lib/settings.ts';
import { useMe, useSettingValues, viewerOf } from '../../lib/site.tsx';

type Group = NonNullable<ReturnType<typeof announcementFor>>;

/** POPUP-26 to POPUP-31: the site's ribbon for members, or for people without a membership, until they close it. */
export function Announcement() {
  const { pathname } = useLocation();
  const viewer = viewerOf(useMe());
  const values = useSettingValues();
  const isPreviewed = usePreviewedRibbon() === 'announcement';
  // The screen of its settings shows what each group would see.
  if (isPreviewed) return groups.map((group) => (isOnFor(values, group) ? <Told key={group} group={group} /> : null));
  const group = announcementFor(viewer, pathname, {
    'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers': isOnFor(values, 'subscriber'),
    'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers': isOnFor(
      values,
      'non_subscriber',
    ),
  });
  return group === null ? null : <Told group={group} />;
}

const groups: readonly Group[] = ['subscriber', 'non_subscriber'];

const isOnFor = (values: SettingValues, group: Group): boolean =>
  readSetting(values, `announcement_banner_settings.is_announcement_banner_enabled_for_${group}s`) === true;

function Told({ group }: { readonly group: Group }) {
  const { t } = useTranslation();
  const values = useSettingValues();
  const text = (readSetting(values, `announcement_banner_settings.${group}_announcement_banner_text`) ?? '').trim();
  const [isClosed, close] = useClosedRibbon('announcement', text);
  if (text === '' || isClosed) return null;
  return (
    <Ribbon look={ribbonLook('announcement', values)} label={t('announcement-label')} text={text} onClose={close} />
  );
}
