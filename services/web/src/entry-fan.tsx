import './components/styles/index.css';
import { App } from './app/app.tsx';
import { firstScreen } from './app/first-screen.ts';
import { fanRoutes, startFeatures } from './app/fan-features.ts';
import { loadScreen } from './app/screen.tsx';
import { start } from './start.tsx';

startFeatures();

void start({
  isRendered: true,
  app: <App />,
  prepare: async (bootstrap) => {
    const match = firstScreen(bootstrap, fanRoutes);
    if (match.kind === 'screen') await loadScreen(match.screen);
  },
});
