import { isMaintenanceShown } from '@backlot/domain/routes';
import { isAdmin } from '@backlot/domain/people/roles';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation, type Location } from 'react-router-dom';
import { renewRefusedMedia } from '../lib/media/fresh-media.ts';
import { readSetting } from '../lib/settings.ts';
import { useBootstrap, useMe, useSettingValues, viewerOf } from '../lib/site.tsx';
import { AccessDenied, Absent, BlockedArea, Maintenance, Stopped } from '../components/site/states.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { FanEntriesProvider } from '../lib/fan-menu.ts';
import type { ScreenRoute } from '../lib/feature.ts';
import { Areas } from './areas.tsx';
import { fanEntries, fanFeatures, fanRoutes as routes } from './fan-features.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { isMoved, shutOf } from './first-screen.ts';
import { FrameOf } from './frames.tsx';
import { useLinksAhead } from './links-ahead.ts';
import { OverBoundary } from './over-boundary.tsx';
import { matchScreen, type ScreenMatch } from './match-screen.ts';
import { useScrollPositions } from './navigation.ts';
import { keepAddress, useKeptReturnAddress } from '../lib/navigation/return-address.ts';
import { loadScreenAhead, Screen } from './screen.tsx';
import { keepRouteBeforeLogin } from '../entities/person/session.ts';
import { useTitle } from '../lib/navigation/title.ts';
import { LiveLooks } from './live/live-looks.tsx';
import { LiveUpdates } from './live/live-updates.tsx';
import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';

// Most sites have none; where there is one, the server's HTML shows it already.
const AgeGate = lazy(async () => ({ default: (await import('../components/site/age-gate.tsx')).AgeGate }));

/** The site that fans see: what the rules say about the address, in its frame. */
export function App() {
  const { site, isPreview } = useBootstrap();
  const viewer = viewerOf(useMe());
  const values = useSettingValues();
  const location = useLocation();
  useScrollPositions();
  useLinksAhead((path) => {
    const next = matchScreen(path, routes, viewer, values);
    if (next.kind === 'screen') loadScreenAhead(next.screen);
  });
  const match = matchScreen(location.pathname, routes, viewer, values);
  useKeptReturnAddress(isPreview || match.kind !== 'screen' ? null : match.isLanding ? 'landing' : 'screen');
  const queries = useQueryClient();
  useEffect(() => renewRefusedMedia(document, queries, site.id), [queries, site.id]);
  if (site.status === 'stopped') return <Stopped />;
  const maintenance = { maintenance_mode: readSetting(values, 'maintenance_mode') === true };
  const shut = shutOf(site, viewer, location.pathname);
  if (isMaintenanceShown(location.pathname, viewer, maintenance) || shut === 'maintenance') return <Maintenance />;
  if (shut === 'blocked-area') return <BlockedArea />;
  if (site.ageGate && viewer === null)
    return (
      <Suspense fallback={null}>
        <AgeGate />
      </Suspense>
    );
  if (isMoved(`${location.pathname}${location.search}`)) return <Navigate to={paths.root} replace />;
  const background = (location.state as { background?: Location } | null)?.background;
  const over = background && match.kind === 'screen' && match.route.overlay ? match : null;
  const shown = over && background ? background : location;
  const under = over ? matchScreen(shown.pathname, routes, viewer, values) : match;
  // What is open while the site is closed comes in the short frame: most menus would lead to closed doors.
  const isClosed =
    !isAdmin(viewer) && (maintenance.maintenance_mode || site.status === 'maintenance' || site.isAreaBlocked);
  return (
    <FanEntriesProvider value={fanEntries}>
      <Areas features={fanFeatures} of="areasOfFrame">
        <FrameOf kind={isClosed ? 'form' : under.kind === 'screen' ? under.frame : 'site'} features={fanFeatures}>
          {site.isAreaBlocked && !isAdmin(viewer) ? null : <LiveUpdates features={fanFeatures} />}
          <LiveLooks area="fan" />
          <Areas features={fanFeatures}>
            <Boundary resetKey={shown.key}>
              <Shown match={under} location={shown} />
            </Boundary>
            {over ? (
              <OverBoundary resetKey={location.key}>
                <Shown match={over} location={location} />
              </OverBoundary>
            ) : null}
          </Areas>
        </FrameOf>
      </Areas>
    </FanEntriesProvider>
  );
}

function Boundary({ resetKey, children }: { resetKey: string; children: React.ReactNode }) {
  return (
    <ErrorBoundary resetKey={resetKey}>
      <Suspense fallback={<Skeleton />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Shown({ match, location }: { match: ScreenMatch; location: Location }) {
  if (match.kind === 'login') return <ToLogin saveAs={match.saveAs} />;
  if (match.kind === 'denied') return <AccessDenied />;
  if (match.kind === 'absent') return <Absent />;
  return (
    <Routes location={location}>
      <Route path={match.route.path} element={<Titled match={match} />} />
    </Routes>
  );
}

function Titled({ match }: { match: ScreenMatch & { kind: 'screen' } }) {
  return (
    <>
      {match.route.title === undefined ? null : <Title id={match.route.title} />}
      <Screen screen={match.screen} />
    </>
  );
}

function Title({ id }: { id: NonNullable<ScreenRoute['title']> }) {
  const { t } = useTranslation();
  useTitle(t(id));
  return null;
}

function ToLogin({ saveAs }: { saveAs: string | null }) {
  const location = useLocation();
  useEffect(() => {
    if (saveAs !== null) keepRouteBeforeLogin(saveAs);
    else keepAddress(location);
  }, [saveAs, location]);
  return <Navigate to={paths.login} replace />;
}
