import { routeTable } from '@backlot/domain/routes';
import { describe, expect, it } from 'vitest';
import { fanRoutes, studioRoutes } from '../src/app/routes.ts';
import { hasScreen } from '../src/app/screen.tsx';
import { isStudioPath } from '../src/app/paths.ts';

describe('the table of screens', () => {
  const known = new Set(routeTable.map((route) => route.path));

  it('names only paths whose access is ruled', () => {
    expect([...fanRoutes, ...studioRoutes].filter((route) => !known.has(route.path))).toEqual([]);
  });

  it('names only screens that exist', () => {
    const screens = [...fanRoutes, ...studioRoutes].flatMap((route) => [route.screen, ...(route.landing ? [route.landing.screen] : [])]);
    expect(screens.filter((screen) => !hasScreen(screen))).toEqual([]);
  });

  it('keeps the areas apart', () => {
    expect(fanRoutes.filter((route) => isStudioPath(route.path))).toEqual([]);
    expect(studioRoutes.filter((route) => !isStudioPath(route.path))).toEqual([]);
  });
});
