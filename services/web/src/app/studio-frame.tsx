import type { ReactNode } from 'react';
import { useSession } from '../entities/person/session.ts';
import { UploadsProvider } from '../entities/upload/use-uploads.tsx';
import { PaletteSourcesProvider } from '../lib/palette.ts';
import { paths } from '../lib/paths.ts';
import { useMe } from '../lib/site.tsx';
import { StudioEntriesProvider, useStudioMenu } from '../lib/studio-menu.ts';
import { Areas } from './areas.tsx';
import { LiveUpdates } from './live/live-updates.tsx';
import { background, paletteSources, studioEntries, studioFeatures, StudioShell } from './studio-features.ts';

/** What the features of the creator area put around every screen. */
export function StudioFrame({ children }: { children: ReactNode }) {
  const { end } = useSession();
  const userId = useMe()?._id ?? '';
  const leave = async (): Promise<void> => {
    await end();
    window.location.assign(paths.root);
  };
  return (
    <StudioEntriesProvider value={studioEntries}>
      <PaletteSourcesProvider value={paletteSources}>
        <UploadsProvider key={userId} userId={userId}>
          <LiveUpdates features={studioFeatures} />
          <StudioShell beside={<Beside />} onLogOut={() => void leave()}>
            <Areas features={studioFeatures}>{children}</Areas>
          </StudioShell>
        </UploadsProvider>
      </PaletteSourcesProvider>
    </StudioEntriesProvider>
  );
}

function Beside() {
  const menu = useStudioMenu();
  return background.map(({ screen, Part }, index) => (menu.has(screen) ? <Part key={index} /> : null));
}
