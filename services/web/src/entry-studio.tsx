import './components/styles/index.css';
import './components/styles/studio-tokens.css';
import './components/styles/studio-frame.css';
import './components/styles/studio-parts.css';
import { firstScreen } from './app/first-screen.ts';
import { NavigationGuard } from './app/navigation-guard.tsx';
import { studioRoutes } from './app/studio-features.ts';
import { loadScreen } from './app/screen.tsx';
import { StudioApp } from './app/studio-app.tsx';
import { addStudioTexts } from './lib/texts/studio-texts.ts';
import { loadDirection, MuiArea } from './components/kit/mui-area.tsx';
import { start } from './start.tsx';

void start({
  isRendered: false,
  app: (
    <MuiArea>
      <NavigationGuard>
        <StudioApp />
      </NavigationGuard>
    </MuiArea>
  ),
  prepare: async (bootstrap) => {
    const match = firstScreen(bootstrap, studioRoutes);
    await Promise.all([
      addStudioTexts(bootstrap.site.language),
      loadDirection(bootstrap.site.direction),
      match.kind === 'screen' ? loadScreen(match.screen) : null,
    ]);
  },
});
