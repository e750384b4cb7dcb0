import './styles/index.css';
import './styles/studio-tokens.css';
import './styles/studio-frame.css';
import './styles/studio-parts.css';
import { firstScreen } from './app/first-screen.ts';
import { NavigationGuard } from './app/navigation-guard.tsx';
import { studioRoutes } from './app/routes.ts';
import { loadScreen } from './app/screen.tsx';
import { StudioApp } from './app/studio-app.tsx';
import { addStudioTexts } from './lib/studio-texts.ts';
import { start } from './start.tsx';

void start({
  isRendered: false,
  app: <NavigationGuard><StudioApp /></NavigationGuard>,
  prepare: async (bootstrap) => {
    const match = firstScreen(bootstrap, studioRoutes);
    await Promise.all([
      addStudioTexts(bootstrap.site.language),
      match.kind === 'screen' ? loadScreen(match.screen) : null,
    ]);
  },
});
