import { use, type ComponentType } from 'react';

export interface ScreenModule {
  /** A screen's file exports its component under this name. */
  readonly Page: ComponentType;
}

/** Every screen there is, each a chunk of its own. */
const files = import.meta.glob<ScreenModule>('../features/*/*-page.tsx');
const fileOf = (name: string): string => `../features/${name}.tsx`;

/** Key of a screen's chunk in the build's manifest. */
export const screenSource = (name: string): string => fileOf(name).replace('..', 'src');

export const hasScreen = (name: string): boolean => fileOf(name) in files;

const loading = new Map<string, Promise<ScreenModule>>();
const loaded = new Map<string, ScreenModule>();

/**
 * Loads a screen once. Called before the first render on both sides, so that neither the server's HTML nor the
 * hydration has a gap. A download that failed stays so until somebody was told: React asks again at each try to render.
 */
export function loadScreen(name: string): Promise<ScreenModule> {
  let promise = loading.get(name);
  if (!promise) {
    const load = files[fileOf(name)];
    if (!load) return Promise.reject(new Error(`There is no screen ${name}.`));
    promise = load().then((module) => {
      loaded.set(name, module);
      return module;
    });
    loading.set(name, promise);
  }
  return promise;
}

/** For a link that is about to be followed. */
export function loadScreenAhead(name: string): void {
  if (!hasScreen(name)) return;
  const promise = loadScreen(name);
  promise.catch(() => {
    if (loading.get(name) === promise) loading.delete(name);
  });
}

/** The next try to render them asks for them again. */
export function forgetFailedScreens(): void {
  for (const name of loading.keys()) if (!loaded.has(name)) loading.delete(name);
}

export function Screen({ name }: { name: string }) {
  const { Page } = loaded.get(name) ?? use(loadScreen(name));
  return <Page />;
}
