import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemes, screens, type Viewer } from '../../../../scripts/shots/screens.ts';
import { findBarriers } from './axe.ts';
import { gatherCast, type Cast } from './cast.ts';
import { openVisit, type SiteName } from './visit.ts';

export const sites: readonly SiteName[] = ['clay', 'patch'];
const widths = [390, 1440] as const;
/** Patch is set to dark, whatever a device asks for. */
export const schemesOf = (name: SiteName): readonly (typeof schemes)[number][] => (name === 'patch' ? ['dark'] : schemes);

export interface AccessWorld { site: DemoSite; browser: Browser; readonly cast: Record<SiteName, Cast> }

/** Both sites with somebody of each kind, for the tests of a file. */
export function openAccessWorld(): AccessWorld {
  const world = { cast: {} } as AccessWorld;
  beforeAll(async () => {
    [world.site, world.browser] = await Promise.all([startDemoSite(), launchChromium()]);
    for (const name of sites) world.cast[name] = await gatherCast(world.site, name);
  });
  afterAll(async () => {
    await world.browser?.close();
    await world.site?.stop();
  });
  return world;
}

const drawn = (page: Page): Promise<unknown> => page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
const overflowOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

interface Looks {
  /** The first of them is looked at for everything, a change of colours for colours only. */
  readonly schemes: readonly (typeof schemes)[number][];
  readonly widths?: readonly number[];
  /** All but its colours was looked at elsewhere. */
  readonly isKnown?: boolean;
}

/** Barriers and overflow. */
export async function look(page: Page, where: string, { schemes: looks, widths: at = widths, isKnown = false }: Looks): Promise<string[]> {
  const found: string[] = [];
  for (const width of at) {
    await page.setViewportSize({ width, height: 900 });
    for (const scheme of looks) {
      await page.evaluate((chosen) => { document.documentElement.dataset['scheme'] = chosen; }, scheme);
      await drawn(page);
      const overflow = await overflowOf(page);
      const barriers = await findBarriers(page, scheme === looks[0] && !isKnown ? 'everything' : 'colours');
      found.push(...[...barriers, ...overflow > 0 ? [`wider than the window by ${overflow} px`] : []].map((text) => `${where}, ${width}, ${scheme}: ${text}`));
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  return found;
}

/** Every screen of these people on both sites. */
export function testScreens(world: AccessWorld, viewers: readonly Viewer[]): void {
  it.each(sites.flatMap((name) => viewers.map((viewer) => [name, viewer] as const)))('%s as %s', async (name, viewer) => {
    const visit = await openVisit(world.browser, world.site, name, { token: world.cast[name].tokens[viewer] ?? undefined });
    const found: string[] = [];
    for (const screen of screens.filter((one) => one.viewers.includes(viewer))) {
      await visit.open(screen.path.replace('{post}', world.cast[name].post));
      await visit.quiet();
      // The creator area wears nothing of a site but its accent: once whole, and once in the other site's darkness.
      const isKnown = name !== 'clay' && screen.name.startsWith('studio');
      found.push(...await look(visit.page, screen.name, { schemes: schemesOf(name), widths: isKnown ? [1440] : widths, isKnown }));
    }
    expect(found).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
}
