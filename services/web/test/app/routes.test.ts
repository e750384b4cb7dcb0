import { routeTable } from '@backlot/domain/routes';
import { describe, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fanRoutes } from '../../src/app/fan-features.ts';
import { screenSource } from '../../src/app/screen.tsx';
import { studioRoutes } from '../../src/app/studio-features.ts';
import { isStudioPath } from '../../src/lib/paths.ts';

describe('the table of screens', () => {
  const known = new Set(routeTable.map((route) => route.path));

  it('names only paths whose access is ruled', () => {
    expect([...fanRoutes, ...studioRoutes].filter((route) => !known.has(route.path))).toEqual([]);
  });

  it('names each screen as its file is called, by which the server finds what the page needs at once', async () => {
    const screens = [...fanRoutes, ...studioRoutes].flatMap((route) => [
      route.screen,
      ...(route.landing ? [route.landing.screen] : []),
    ]);
    const root = join(import.meta.dirname, '../..');
    for (const screen of screens) {
      expect(existsSync(join(root, screenSource(screen))), screen.name).toBe(true);
      expect(String(screen.load), screen.name).toContain(`/src/features/${screen.name}.tsx`);
    }
  });

  it('has a screen for every path, or the path names the capability that brings it', () => {
    const built = new Set([...fanRoutes, ...studioRoutes].map(({ path }) => path));
    expect(
      routeTable
        .filter(({ path, comesWith }) => built.has(path) === (comesWith !== undefined))
        .map(
          ({ path, comesWith }) =>
            `${path}: ${built.has(path) ? `built, so take '${comesWith}' from its row` : 'no screen and no capability'}`,
        ),
    ).toEqual([]);
  });

  it('keeps the areas apart', () => {
    expect(fanRoutes.filter((route) => isStudioPath(route.path))).toEqual([]);
    expect(studioRoutes.filter((route) => !isStudioPath(route.path))).toEqual([]);
  });
});
