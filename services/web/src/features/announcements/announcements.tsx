import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import type { FrameSlotProps } from '../../lib/feature.ts';
import { isInstalledApp, watchReturn } from '../../lib/navigation/return-to-app.ts';
import { useBootstrap, useSite } from '../../lib/site.tsx';
import { useAnalytics, useConsent, useMeasurementId } from './analytics-consent.ts';
import { useInstallCard } from './install-prompt.ts';
import { useSitePopup } from './popup-to-show.ts';

// None of them is there at the first picture.
const ConsentCard = lazy(async () => ({ default: (await import('./consent-card.tsx')).ConsentCard }));
const InstallCard = lazy(async () => ({ default: (await import('./install-card.tsx')).InstallCard }));
const SitePopup = lazy(async () => ({ default: (await import('./site-popup.tsx')).SitePopup }));

/** What the shell asks or says by itself. A preview asks nobody and counts nothing, and its frame never takes the focus. */
export function Announcements(props: FrameSlotProps) {
  return useBootstrap().isPreview ? null : (
    <Suspense fallback={null}>
      <LiveAnnouncements {...props} />
    </Suspense>
  );
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
