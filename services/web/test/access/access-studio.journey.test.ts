import { scriptWeight } from '@backlot/testing/script-weight';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bringAxe, findBarriersInFrame } from '../testing/journey/axe.ts';
import { look, openAccessWorld, schemesOf, sites, testScreens } from '../testing/journey/access-world.ts';
import { openVisit, untilAlive, type Visit } from '../testing/journey/visit.ts';

const world = openAccessWorld();

it("the creator's home loads at most 300 KB of scripts, the palette included", async () => {
  const { browser, site, cast } = world;
  const { context, origin, close } = await openVisit(browser, site, 'clay', {
    token: cast.clay.tokens.creator ?? undefined,
  });
  const weight = await scriptWeight(context, `${origin}/admin`);
  await close();
  expect(weight / 1024).toBeGreaterThan(150);
  expect(weight / 1024).toBeLessThanOrEqual(300);
});

describe('every screen of the creator and of support, and what opens over screens, is without barriers (axe)', () => {
  testScreens(world, ['creator', 'support']);

  it.each(sites)('%s: menus, dialogs and a form that is wrong', async (name) => {
    const {
      browser,
      site,
      cast: {
        [name]: { tokens },
      },
    } = world;
    const found: string[] = [];
    const complaints: string[] = [];
    const at = async (
      token: string | null,
      path: string,
      act: (page: Page, visit: Visit) => Promise<void>,
    ): Promise<void> => {
      const visit = await openVisit(browser, site, name, { token: token ?? undefined, onContext: bringAxe });
      await visit.open(path);
      await act(visit.page, visit);
      await visit.quiet();
      found.push(...(await look(visit.page, `${path} opened`, { schemes: schemesOf(name), isKnown: name !== 'clay' })));
      complaints.push(...visit.complaints);
      await visit.close();
    };
    await at(null, '/', async (page) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog').waitFor();
    });
    await at(null, '/register', async (page) => {
      await page.getByRole('button', { name: 'Sign up', exact: true }).click();
      await page.getByText('Please enter an email.').waitFor();
    });
    await at(tokens.member, '/home', async (page) => {
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('link', { name: 'Profile' }).waitFor();
    });
    await at(tokens.member, '/home', async (page) => {
      await page
        .getByRole('article')
        .getByRole('button', { name: /^Unlock/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
    });
    await at(tokens.fan, '/subscribe', async (page) => {
      // Pressed before anybody knows where the card's field is: it says what it lacks when it comes.
      let go = (): void => {};
      const pressed = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.route('**/api/v2/card-field?**', async (route) => {
        await pressed;
        await route.continue();
      });
      await page.reload();
      await untilAlive(page);
      await page.getByRole('button', { name: /^Subscribe for/ }).click();
      go();
      await page.getByText('Please enter a first name.').waitFor();
      await page.frameLocator('iframe').getByText('Please enter a card number.').waitFor();
      const frame = page.frames().find((one) => one !== page.mainFrame());
      found.push(...(await findBarriersInFrame(frame!)).map((text) => `card field: ${text}`));
    });
    await at(tokens.creator, '/admin', async (page, { quiet }) => {
      await quiet();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
    });
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
