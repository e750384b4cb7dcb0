import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FrameSlotProps } from '../../lib/feature.ts';
import { isInstalledApp, watchReturn } from '../../lib/navigation/return-to-app.ts';
import { useBootstrap, useSite } from '../../lib/site.tsx';
import { ConsentCard, useAnalytics, useConsent, useMeasurementId } from './analytics-consent.tsx';
import { InstallCard, useInstallCard } from './install-card.tsx';
import { SitePopup, useSitePopup } from './site-popup.tsx';

/** What the shell asks or says by itself. A preview asks nobody and counts nothing, and its frame never takes the focus. */
export function Announcements(props: FrameSlotProps) {
  return useBootstrap().isPreview ? null : <LiveAnnouncements {...props} />;
}

/** One thing at a time; during a task only what must be asked. */
function LiveAnnouncements({ frame }: FrameSlotProps) {
  const isQuiet = frame === 'form';
  const measurementId = useMeasurementId();
  const [consent, choose] = useConsent();
  const popup = useSitePopup();
  const install = useInstallCard();
  useAnalytics();
  useRefreshOnReturn();
  if (popup.text !== null && !isQuiet) return <SitePopup text={popup.text} onClose={popup.close} />;
  if (measurementId !== '' && consent === null) return <ConsentCard onChoose={choose} />;
  if (install.text !== null && !isQuiet) return <InstallCard text={install.text} onClose={install.close} />;
  return null;
}

/** GEN-18: an installed app that was away for a while shows what is new; nobody pulls a page down there. */
function useRefreshOnReturn(): void {
  const { id: site } = useSite();
  const queries = useQueryClient();
  useEffect(
    () => watchReturn(document, isInstalledApp, () => void queries.invalidateQueries({ queryKey: [site] })),
    [queries, site],
  );
}
