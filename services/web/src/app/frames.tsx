import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomBar } from '../features/sites/bottom-bar.tsx';
import { Footer } from '../features/sites/footer.tsx';
import { Navbar } from '../features/sites/navbar.tsx';
import { OfflineNotice } from '../features/sites/offline-notice.tsx';
import type { Frame } from './routes.ts';
import { useSession } from './session.ts';

/** What stands around a screen. The `main` is always there, so that a keyboard finds it. */
export function FrameOf({ kind, children }: { kind: Frame; children: ReactNode }) {
  const { end } = useSession();
  const isBare = kind === 'bare';
  return (
    <div className="frame" data-frame={kind}>
      <SkipLink />
      {isBare ? null : <Navbar isShort={kind === 'form'} onLogOut={end} />}
      <OfflineNotice />
      <main id="content">{children}</main>
      <Footer />
      {kind === 'site' ? <BottomBar onLogOut={end} /> : null}
    </div>
  );
}

function SkipLink() {
  const { t } = useTranslation();
  return <a className="skip-link" href="#content">{t('a11y-skip-to-content')}</a>;
}
