import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemes, screens, type Viewer } from '../../../../../scripts/shots/screens.ts';
import { bringAxe, findBarriers } from './axe.ts';
import { gatherCast, type Cast } from './cast.ts';
import { crawl, type Crawled } from './own-name.ts';
import type { SiteName } from './visit.ts';

export const sites: readonly SiteName[] = ['clay', 'patch'];
/** For all screens of one person: some thirty of a creator's. */
const SCREENS_MS = 900_000;
const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
/** Patch is set to dark, whatever a device asks for. */
export const schemesOf = (name: SiteName): readonly (typeof schemes)[number][] =>
  name === 'patch' ? ['dark'] : schemes;

export interface AccessWorld {
  site: DemoSite;
  browser: Browser;
  readonly cast: Record<SiteName, Cast>;
}

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

const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

interface Looks {
  /** The first of them is looked at for everything, a change of colours for colours only. */
  readonly schemes: readonly (typeof schemes)[number][];
  /** All but its colours was looked at elsewhere. */
  readonly isKnown?: boolean;
}

/** Barriers on a phone, where the most of a screen is folded away, and whether it fits a phone and a desk. */
export async function look(page: Page, where: string, { schemes: looks, isKnown = false }: Looks): Promise<string[]> {
  const found: string[] = [];
  const fits = async (width: number): Promise<void> => {
    const overflow = await overflowOf(page);
    if (overflow > 0) found.push(`${where}, ${width}: wider than the window by ${overflow} px`);
  };
  for (const scheme of looks) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['scheme'] = chosen;
    }, scheme);
    await drawn(page);
    const barriers = await findBarriers(page, scheme === looks[0] && !isKnown ? 'everything' : 'colours');
    found.push(...barriers.map((text) => `${where}, ${scheme}: ${text}`));
  }
  if (isKnown) return found;
  await fits(phone.width);
  await page.setViewportSize(desk);
  await drawn(page);
  await fits(desk.width);
  await page.setViewportSize(phone);
  return found;
}

/**
 * The one walk over every screen of these people on both sites: axe, width and the software's name. All of it at one
 * site; at the other, which is built of the same screens, what its colours and its texts can break.
 */
export function testScreens(world: AccessWorld, viewers: readonly Viewer[], crawled: Crawled[] = []): void {
  const visits = sites.flatMap((name) => viewers.map((viewer) => [name, viewer] as const));
  it.each(visits.filter(([name, viewer]) => viewer !== 'support' || name === 'clay'))(
    '%s as %s',
    async (name, viewer) => {
      const found: string[] = [];
      const { tokens, post } = world.cast[name];
      const got = await crawl(
        world.browser,
        world.site,
        name,
        tokens[viewer],
        async (visit) => {
          let isInStudio: boolean | null = null;
          for (const screen of screens.filter((one) => one.viewers.includes(viewer))) {
            const path = screen.path.replace('{post}', post);
            // Each is loaded as a page at one site; whoever is at the other walks from one to the next.
            const isStudio = path.startsWith('/admin');
            await (name !== 'clay' && isStudio === isInStudio ? visit.goTo(path) : visit.open(path));
            isInStudio = isStudio;
            await visit.quiet();
            found.push(
              ...(await look(visit.page, screen.name, { schemes: schemesOf(name), isKnown: name !== 'clay' })),
            );
          }
        },
        bringAxe,
      );
      crawled.push(got);
      expect(found).toEqual([]);
    },
    SCREENS_MS,
  );
}
