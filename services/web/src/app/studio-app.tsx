import { hasBareLayout } from '@backlot/domain/people/capabilities';
import { isAdmin } from '@backlot/domain/people/roles';
import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { Absent, AccessDenied, Stopped } from '../components/site/states.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useMe, useSettingValues, useSite, viewerOf } from '../lib/site.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useLinksAhead } from './links-ahead.ts';
import { LiveLooks } from './live/live-looks.tsx';
import { matchScreen } from './match-screen.ts';
import { useScrollPositions } from './navigation.ts';
import { paths } from '../lib/paths.ts';
import { keepAddress } from '../lib/navigation/return-address.ts';
import { studioRoutes } from './studio-features.ts';
import type { ScreenFile, ScreenRoute } from '../lib/feature.ts';
import { loadScreenAhead, Screen } from './screen.tsx';
import { StudioFrame } from './studio-frame.tsx';
import { useTitle } from '../lib/navigation/title.ts';

/** The creator area: rail, and what the rules say about the address. */
export function StudioApp() {
  const { status } = useSite();
  const viewer = viewerOf(useMe());
  const values = useSettingValues();
  const location = useLocation();
  useScrollPositions();
  useLinksAhead((path) => {
    const next = matchScreen(path, studioRoutes, viewer, values);
    if (next.kind === 'screen') loadScreenAhead(next.screen);
  });
  if (status === 'stopped') return <Stopped />;
  const match = matchScreen(location.pathname, studioRoutes, viewer, values);
  if (match.kind === 'login') {
    keepAddress(location);
    window.location.replace(paths.login);
    return null;
  }
  if (!isAdmin(viewer))
    return (
      <main id="content" className="lone-page">
        <AccessDenied />
      </main>
    );
  // Support's one page is also its first.
  if (hasBareLayout(viewer) && location.pathname === paths.studio) return <Navigate to={paths.transactions} replace />;
  return (
    <StudioFrame>
      <LiveLooks area="studio" />
      <ErrorBoundary resetKey={location.key}>
        <Suspense fallback={<Skeleton />}>
          {match.kind === 'denied' ? <AccessDenied /> : null}
          {match.kind === 'absent' ? <Absent /> : null}
          {match.kind === 'screen' ? (
            <Routes>
              <Route path={match.route.path} element={<Titled route={match.route} screen={match.screen} />} />
            </Routes>
          ) : null}
        </Suspense>
      </ErrorBoundary>
    </StudioFrame>
  );
}

function Titled({ route, screen }: { route: ScreenRoute; screen: ScreenFile }) {
  return (
    <>
      {route.title === undefined ? null : <Title id={route.title} />}
      <Screen screen={screen} />
    </>
  );
}

function Title({ id }: { id: NonNullable<ScreenRoute['title']> }) {
  const { t } = useTranslation();
  useTitle(t(id));
  return null;
}
