import { announcementFor } from '@backlot/domain/people/capabilities';
import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { usePreviewedRibbon } from '../../components/ribbon/previewed-ribbon.ts';
import { latePart } from '../../lib/late-part.tsx';
import { readSetting, type SettingValues } from '../../lib/settings.ts';
import { useMe, useSettingValues, viewerOf } from '../../lib/site.tsx';

import '../../components/ribbon/ribbon.css';

const ToldAnnouncement = latePart(
  '.ribbon[data-kind="announcement"]',
  async () => (await import('./told-announcement.tsx')).ToldAnnouncement,
);

export type Group = NonNullable<ReturnType<typeof announcementFor>>;

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

const Told = ({ group }: { readonly group: Group }) => (
  <Suspense fallback={null}>
    <ToldAnnouncement group={group} />
  </Suspense>
);
