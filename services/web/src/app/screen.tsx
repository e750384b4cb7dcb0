import { use } from 'react';
import type { ScreenFile, ScreenModule } from '../lib/feature.ts';
import { withAccountTexts } from '../lib/texts/texts.ts';

/** Key of a screen's chunk in the build's manifest. */
export const screenSource = ({ name }: ScreenFile): string => `src/features/${name}.tsx`;

const loading = new Map<string, Promise<ScreenModule>>();
const loaded = new Map<string, ScreenModule>();

/**
 * Loads a screen once. Called before the first render on both sides, so that neither the server's HTML nor the
 * hydration has a gap. A download that failed stays so until somebody was told: React asks again at each try to render.
 */
export function loadScreen({ name, load, hasAccountTexts = false }: ScreenFile): Promise<ScreenModule> {
  let promise = loading.get(name);
  if (!promise) {
    promise = (hasAccountTexts ? withAccountTexts(load()) : load()).then((module) => {
      loaded.set(name, module);
      return module;
    });
    loading.set(name, promise);
  }
  return promise;
}

/** For a link that is about to be followed. */
export function loadScreenAhead(screen: ScreenFile): void {
  const promise = loadScreen(screen);
  promise.catch(() => {
    if (loading.get(screen.name) === promise) loading.delete(screen.name);
  });
}

/** The next try to render them asks for them again. */
export function forgetFailedScreens(): void {
  for (const name of loading.keys()) if (!loaded.has(name)) loading.delete(name);
}

export function Screen({ screen }: { screen: ScreenFile }) {
  const { Page } = loaded.get(screen.name) ?? use(loadScreen(screen));
  return <Page />;
}
