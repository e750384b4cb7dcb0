import { isOldFeedAddress } from '@backlot/domain/navigation';
import { isMaintenanceShown } from '@backlot/domain/routes';
import { isAdmin } from '@backlot/domain/roles';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation, type Location } from 'react-router-dom';
import { renewRefusedMedia } from '../lib/fresh-media.ts';
import { readSetting } from '../lib/settings.ts';
import { useBootstrap, useMe, useSettingValues, viewerOf } from '../lib/site.tsx';
import { AgeGate } from '../features/sites/age-gate.tsx';
import { AccessDenied, Absent, Maintenance, Stopped } from '../features/sites/states.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FrameOf } from './frames.tsx';
import { useLinksAhead } from './links-ahead.ts';
import { PostPartsArea } from './post-parts-area.tsx';
import { matchScreen, type ScreenMatch } from './match-screen.ts';
import { useNavigationPlaces } from './navigation.ts';
import type { ScreenRoute } from './routes.ts';
import { loadScreenAhead, Screen } from './screen.tsx';
import { keepRouteBeforeLogin } from './session.ts';
import { useTitle } from './title.ts';
import { LiveUpdates } from './live-updates.tsx';
import { UnlockArea } from './unlock-area.tsx';
import { useTranslation } from 'react-i18next';
import { paths } from './paths.ts';

/** One area of the site: what the rules say about the address, in its frame. */
export function App({ routes }: { routes: readonly ScreenRoute[] }) {
  const { site } = useBootstrap();
  const viewer = viewerOf(useMe());
  const values = useSettingValues();
  const location = useLocation();
  useNavigationPlaces();
  useLinksAhead((path) => {
    const next = matchScreen(path, routes, viewer, values);
    if (next.kind === 'screen') loadScreenAhead(next.screen);
  });
  const queries = useQueryClient();
  useEffect(() => renewRefusedMedia(document, queries, site.id), [queries, site.id]);
  if (site.status === 'stopped') return <Stopped />;
  const maintenance = { maintenance_mode: readSetting(values, 'maintenance_mode') === true };
  if (isMaintenanceShown(location.pathname, viewer, maintenance) || (site.status === 'maintenance' && !isAdmin(viewer) && location.pathname !== paths.login)) return <Maintenance />;
  if (site.ageGate && viewer === null) return <AgeGate />;
  if (isOldFeedAddress(location.pathname, location.search)) return <Navigate to={paths.root} replace />;
  const background = (location.state as { background?: Location } | null)?.background;
  const match = matchScreen(location.pathname, routes, viewer, values);
  const over = background && match.kind === 'screen' && match.route.overlay ? match : null;
  const shown = over && background ? background : location;
  const under = over ? matchScreen(shown.pathname, routes, viewer, values) : match;
  return (
    <FrameOf kind={under.kind === 'screen' ? under.frame : 'site'}>
      <LiveUpdates />
      <UnlockArea>
        <PostPartsArea>
          <Boundary resetKey={shown.key}><Shown match={under} location={shown} /></Boundary>
          {over ? <Boundary resetKey={location.key}><Shown match={over} location={location} /></Boundary> : null}
        </PostPartsArea>
      </UnlockArea>
    </FrameOf>
  );
}

function Boundary({ resetKey, children }: { resetKey: string; children: React.ReactNode }) {
  return <ErrorBoundary resetKey={resetKey}><Suspense fallback={<Skeleton />}>{children}</Suspense></ErrorBoundary>;
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
  return <>{match.route.title === undefined ? null : <Title id={match.route.title} />}<Screen name={match.screen} /></>;
}

function Title({ id }: { id: NonNullable<ScreenRoute['title']> }) {
  const { t } = useTranslation();
  useTitle(t(id));
  return null;
}

function ToLogin({ saveAs }: { saveAs: string | null }) {
  useEffect(() => {
    if (saveAs !== null) keepRouteBeforeLogin(saveAs);
  }, [saveAs]);
  return <Navigate to={paths.login} replace />;
}
