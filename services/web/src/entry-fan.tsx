import './styles/index.css';
import { App } from './app/app.tsx';
import { firstScreen } from './app/first-screen.ts';
import { fanRoutes } from './app/routes.ts';
import { loadScreen } from './app/screen.tsx';
import { start } from './start.tsx';

void start({
  isRendered: true,
  app: <App routes={fanRoutes} />,
  prepare: async (bootstrap) => {
    const match = firstScreen(bootstrap, fanRoutes);
    if (match.kind === 'screen') await loadScreen(match.screen);
  },
});
