import { hasBareLayout } from '@backlot/domain/people/capabilities';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { OfflineBanner } from '../../../components/site/offline-banner.tsx';
import { commandKeys, type CommandTools } from '../../../lib/commands.ts';
import type { StudioShellProps } from '../../../lib/feature.ts';
import { useKeys } from '../../../lib/keys.ts';
import { usePaletteSources } from '../../../lib/palette.ts';
import { useMe, viewerOf } from '../../../lib/site.tsx';
import { useStudioMenu } from '../../../lib/studio-menu.ts';
import { BareLine } from './bare-line.tsx';
import { OverShell } from './over-shell.tsx';
import { StudioBar } from './studio-bar.tsx';
import { StudioRail } from './studio-rail.tsx';

/** What stands around every screen of the creator area. Support has one page and no menus (ROLE-39). */
export function StudioShell({ children, beside, onLogOut }: StudioShellProps) {
  const { t } = useTranslation();
  const isBare = hasBareLayout(viewerOf(useMe()));
  const inside = (
    <div className="studio-main">
      {isBare ? <BareLine onLogOut={onLogOut} /> : null}
      <OfflineBanner />
      <main id="content">{children}</main>
    </div>
  );
  return (
    <div className="studio" data-bare={isBare || undefined}>
      <a className="skip-link" href="#content">
        {t('a11y-skip-to-content')}
      </a>
      {isBare ? (
        inside
      ) : (
        <Full beside={beside} onLogOut={onLogOut}>
          {inside}
        </Full>
      )}
    </div>
  );
}

function Full({ beside, onLogOut, children }: { beside: ReactNode; onLogOut: () => void; children: ReactNode }) {
  const menu = useStudioMenu();
  const navigate = useNavigate();
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null);
  const { commands } = usePaletteSources();
  const tools: CommandTools = {
    go: (path) => void navigate(path),
    openPalette: () => setShown('palette'),
    openKeys: () => setShown('keys'),
    logOut: onLogOut,
  };
  useKeys(commandKeys(commands, menu, tools));
  return (
    <>
      <StudioRail menu={menu} onFind={tools.openPalette} onKeys={tools.openKeys} onLogOut={onLogOut} />
      {children}
      <StudioBar menu={menu} onFind={tools.openPalette} onLogOut={onLogOut} />
      {beside}
      <OverShell shown={shown} menu={menu} tools={tools} onClose={() => setShown(null)} />
    </>
  );
}
