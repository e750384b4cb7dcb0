import { hasBareLayout } from '@backlot/domain/capabilities';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LibraryUploads } from '../features/library/library-uploads.tsx';
import { OfflineNotice } from '../features/sites/offline-notice.tsx';
import { CommandPalette } from '../features/studio/command-palette.tsx';
import { KeysDialog } from '../features/studio/keys-dialog.tsx';
import { BareLine } from '../features/studio/bare-line.tsx';
import { StudioBar } from '../features/studio/studio-bar.tsx';
import { SettingFilesArea } from '../features/studio/setting-files.tsx';
import { StudioRail } from '../features/studio/studio-rail.tsx';
import { UploadTray } from '../features/uploads/upload-tray.tsx';
import { useKeys } from '../lib/keys.ts';
import { useMe, viewerOf } from '../lib/site.tsx';
import { UploadsProvider } from '../lib/uploads/use-uploads.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { PickingArea } from './picking-area.tsx';
import { paths } from './paths.ts';
import { useSession } from './session.ts';
import { useStudioMenu } from './studio-menu.ts';

/** What stands around every screen of the creator area. Support has one page and no menus (ROLE-39). */
export function StudioFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { end } = useSession();
  const me = useMe();
  const isBare = hasBareLayout(viewerOf(me));
  const leave = async (): Promise<void> => {
    await end();
    window.location.assign(paths.root);
  };
  const inside = (
    <div className="studio-main">
      {isBare ? <BareLine onLogOut={() => void leave()} /> : null}
      <OfflineNotice />
      <main id="content"><SettingFilesArea><PickingArea>{children}</PickingArea></SettingFilesArea></main>
    </div>
  );
  return (
    <UploadsProvider key={me?._id ?? ''} userId={me?._id ?? ''}>
      <div className="studio" data-bare={isBare || undefined}>
        <a className="skip-link" href="#content">{t('a11y-skip-to-content')}</a>
        <LiveUpdates />
        {isBare ? inside : <Full onLogOut={() => void leave()}>{inside}</Full>}
      </div>
    </UploadsProvider>
  );
}

function Full({ onLogOut, children }: { onLogOut: () => void; children: ReactNode }) {
  const menu = useStudioMenu();
  const navigate = useNavigate();
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null);
  useKeys({
    'mod+k': () => setShown('palette'),
    '?': () => setShown('keys'),
    '/': () => document.querySelector<HTMLElement>('[data-page-search]')?.focus(),
    ...(menu.has(paths.createPost) ? { c: () => void navigate(paths.createPost) } : {}),
    ...Object.fromEntries(menu.all.map((entry) => [`g ${entry.go}`, () => void navigate(entry.to)])),
  });
  const onFind = (): void => setShown('palette');
  const onKeys = (): void => setShown('keys');
  return (
    <>
      <StudioRail {...{ menu, onFind, onKeys, onLogOut }} />
      {children}
      <StudioBar {...{ menu, onFind, onLogOut }} />
      {menu.has(paths.createPost) ? <><LibraryUploads /><UploadTray /></> : null}
      {shown === 'palette' ? <CommandPalette menu={menu} onClose={() => setShown(null)} onKeys={onKeys} onLogOut={onLogOut} /> : null}
      {shown === 'keys' ? <KeysDialog menu={menu} onClose={() => setShown(null)} /> : null}
    </>
  );
}
