import './styles/index.css';
import './styles/studio.css';
import { firstScreen } from './app/first-screen.ts';
import { studioRoutes } from './app/routes.ts';
import { loadScreen } from './app/screen.tsx';
import { StudioApp } from './app/studio-app.tsx';
import { start } from './start.tsx';

void start({
  isRendered: false,
  app: <StudioApp />,
  prepare: async (bootstrap) => {
    const match = firstScreen(bootstrap, studioRoutes);
    if (match.kind === 'screen') await loadScreen(match.screen);
  },
});
