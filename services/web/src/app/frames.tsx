import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { UnderHeroProvider } from '../components/ribbon/under-hero.tsx';
import { OfflineBanner } from '../components/site/offline-banner.tsx';
import { useSession } from '../entities/person/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import type { FanFeature, Frame, FrameSlot } from '../lib/feature.ts';

/** What stands around a screen. The `main` is always there, so that a keyboard finds it. */
export function FrameOf({
  kind,
  features,
  children,
}: {
  kind: Frame;
  features: readonly FanFeature[];
  children: ReactNode;
}) {
  const { end } = useSession();
  const slotAt = (place: FrameSlot): ReactNode =>
    features.map(({ frame }, index) => {
      const Part = frame?.[place];
      return Part ? (
        <ErrorBoundary key={index} resetKey="" isAside>
          <Part frame={kind} onLogOut={end} />
        </ErrorBoundary>
      ) : null;
    });
  return (
    <div className="frame" data-frame={kind}>
      <SkipLink />
      {slotAt('above')}
      {slotAt('head')}
      <OfflineBanner />
      {slotAt('top')}
      <UnderHeroProvider value={slotAt('underHero')}>
        <main id="content">{children}</main>
      </UnderHeroProvider>
      {slotAt('foot')}
      {slotAt('edge')}
      {slotAt('over')}
    </div>
  );
}

function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className="skip-link" href="#content">
      {t('a11y-skip-to-content')}
    </a>
  );
}
