import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OfflineNotice } from '../features/sites/offline-notice.tsx';
import { StudioRail } from '../features/studio/studio-rail.tsx';
import { useSession } from './session.ts';

export function StudioFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { end } = useSession();
  return (
    <div className="studio">
      <a className="skip-link" href="#content">{t('a11y-skip-to-content')}</a>
      <StudioRail onLogOut={end} />
      <div className="studio-main">
        <OfflineNotice />
        <main id="content">{children}</main>
      </div>
    </div>
  );
}
