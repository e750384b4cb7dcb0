import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemes, screens, type Viewer } from '../../../scripts/shots/screens.ts';
import { newEmail, password } from './journey/account.ts';
import { findBarriers, findBarriersInFrame } from './journey/axe.ts';
import { gatherCast, type Cast } from './journey/cast.ts';
import { focusedName, pressTab, tabTo } from './journey/keyboard.ts';
import { openVisit, type SiteName, type Visit } from './journey/visit.ts';

const sites: readonly SiteName[] = ['clay', 'patch'];
const viewers: readonly Viewer[] = ['guest', 'fan', 'member', 'creator'];
const widths = [390, 1440] as const;
/** Patch is set to dark, whatever a device asks for. */
const schemesOf = (name: SiteName): readonly (typeof schemes)[number][] => (name === 'patch' ? ['dark'] : schemes);

let site: DemoSite;
let browser: Browser;
const cast = {} as Record<SiteName, Cast>;

beforeAll(async () => {
  [site, browser] = await Promise.all([startDemoSite(), launchChromium()]);
  for (const name of sites) cast[name] = await gatherCast(site, name);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

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
async function look(page: Page, where: string, { schemes: looks, widths: at = widths, isKnown = false }: Looks): Promise<string[]> {
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

describe('every screen is without barriers (axe), in light and dark, on a phone and a desk', () => {
  it('a barrier would be found', async () => {
    const { page, open, close } = await openVisit(browser, site, 'clay');
    await open('/login');
    await page.evaluate(() => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', '<img src="/x.png"><p style="color:#aaa;background:#fff">faint</p><div style="width:150vw">wide</div>');
    });
    const found = (await look(page, 'x', { schemes: ['light'] })).join('\n');
    for (const text of ['image-alt', 'color-contrast', 'wider than the window']) expect(found).toContain(text);
    await close();
  });

  it.each(sites.flatMap((name) => viewers.map((viewer) => [name, viewer] as const)))('%s as %s', async (name, viewer) => {
    const visit = await openVisit(browser, site, name, { token: cast[name].tokens[viewer] ?? undefined });
    const found: string[] = [];
    for (const screen of screens.filter((one) => one.viewers.includes(viewer))) {
      await visit.open(screen.path.replace('{post}', cast[name].post));
      await visit.quiet();
      // The creator area wears nothing of a site but its accent: once whole, and once in the other site's darkness.
      const isKnown = name !== 'clay' && screen.name.startsWith('studio');
      found.push(...await look(visit.page, screen.name, { schemes: schemesOf(name), widths: isKnown ? [1440] : widths, isKnown }));
    }
    expect(found).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it.each(sites)('%s: menus, dialogs and a form that is wrong', async (name) => {
    const { tokens } = cast[name];
    const found: string[] = [];
    const complaints: string[] = [];
    const at = async (token: string | null, path: string, act: (page: Page, visit: Visit) => Promise<void>): Promise<void> => {
      const visit = await openVisit(browser, site, name, { token: token ?? undefined });
      await visit.open(path);
      await act(visit.page, visit);
      await visit.quiet();
      found.push(...await look(visit.page, `${path} opened`, { schemes: schemesOf(name), widths: [390] }));
      complaints.push(...visit.complaints);
      await visit.close();
    };
    await at(null, '/', async (page) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog').waitFor();
    });
    await at(null, '/home', async (page) => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog', { name: 'More' }).waitFor();
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
      await page.getByRole('article').getByRole('button', { name: /^Unlock/ }).first().click();
      await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
    });
    await at(tokens.fan, '/subscribe', async (page, { quiet }) => {
      await quiet();
      await page.getByRole('button', { name: /^Subscribe for/ }).click();
      await page.getByText('Please enter a first name.').waitFor();
      const frame = page.frames().find((one) => one !== page.mainFrame());
      await page.frameLocator('iframe').getByText('Please enter a card number.').waitFor();
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

describe('with the keyboard alone', () => {
  it('logs in, subscribes, and opens and leaves an order', async () => {
    const email = newEmail();
    await cast.clay.client.register(email, password, 'Robin Ash');
    const visit = await openVisit(browser, site, 'clay', { width: 1440 });
    const { page } = visit;
    const { keyboard } = page;
    await visit.open('/login');
    expect(await tabTo(page, 'Email')).toEqual(['Skip to content', expect.stringContaining('Clay & Kiln'), 'Sign up', 'Email']);
    await keyboard.type(email);
    expect(await tabTo(page, 'Password', 1)).toEqual(['Password']);
    await keyboard.type(password);
    await keyboard.press('Enter');
    await page.waitForURL('**/subscribe');
    await expect.poll(() => focusedName(page)).toBe('Become a member');

    // The four fields of the provider's frame count as four steps of the frame.
    await visit.quiet();
    await tabTo(page, 'Card number, expiry and security code');
    await keyboard.type('4242424242424242');
    await pressTab(page);
    await keyboard.type('12');
    await pressTab(page);
    await keyboard.type(String(new Date().getFullYear() + 2));
    await pressTab(page);
    await keyboard.type('123');
    for (const [label, text] of [['First name', 'Robin'], ['Last name', 'Ash'], ['Email', ''], ['Address', '1 Mill Lane'], ['Country', 'United States'], ['State/Province', 'Oregon'], ['City', 'Portland'], ['Postal code', '97201']] as const) {
      expect(await tabTo(page, label, 1)).toEqual([label]);
      await keyboard.type(text);
    }
    await tabTo(page, /^I agree to pay \$9\.00 today/, 1);
    await keyboard.press('Space');
    await tabTo(page, 'Subscribe for $9.00', 3);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Thank you for subscribing');

    await tabTo(page, 'Go to the feed', 3);
    await keyboard.press('Enter');
    await page.waitForURL('**/home');
    await page.getByRole('button', { name: /^Unlock for/ }).first().waitFor();
    const price = (await tabTo(page, /^Unlock for/)).at(-1) ?? '';
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Confirm');
    // Inside the dialog the focus goes round.
    for (let step = 0; step < 8; step += 1) {
      await keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(true);
    }
    await keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await focusedName(page)).toBe(price);

    // The button goes with the lock; the focus stays with the post.
    const words = await page.locator(':focus').evaluate((button) => button.closest('article')?.querySelector('.post-caption')?.textContent);
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Confirm');
    await keyboard.press('Enter');
    await page.getByText('Unlocked. Enjoy!').waitFor();
    await expect.poll(() => focusedName(page)).toBe(words);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

describe('in Arabic', () => {
  it.each(sites)('%s runs from right to left and fits', async (name) => {
    const guest = await openVisit(browser, site, name, { language: 'ar' });
    const found: string[] = [];
    for (const path of ['/', '/home', '/login', '/register', '/terms-of-service', '/no/such/page']) {
      await guest.open(path);
      await guest.quiet();
      expect(await guest.page.evaluate(() => [document.documentElement.dir, document.documentElement.lang, getComputedStyle(document.body).direction])).toEqual(['rtl', 'ar', 'rtl']);
      found.push(...await look(guest.page, path, { schemes: ['light'] }));
    }
    await guest.page.getByText('404').waitFor();
    expect(found).toEqual([]);
    expect(guest.complaints).toEqual([]);
    await guest.close();
  });

  it('a person who chooses it gets the payment page and the provider\'s field in it', async () => {
    const { client } = cast.clay;
    const token = await client.register(newEmail(), password, 'ليلى');
    const visit = await openVisit(browser, site, 'clay', { token });
    const { page } = visit;
    await visit.open('/profile');
    await page.getByRole('combobox', { name: 'Language' }).first().selectOption('ar');
    await page.waitForFunction(() => document.documentElement.dir === 'rtl');
    await visit.open('/subscribe');
    await visit.quiet();
    await page.getByRole('heading', { name: 'أضف بيانات البطاقة' }).waitFor();
    expect(await look(page, '/subscribe', { schemes: ['light'] })).toEqual([]);
    const frame = page.frames().find((one) => one !== page.mainFrame())!;
    expect(await frame.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual(['rtl', 'ar']);
    await frame.getByLabel('رقم البطاقة').waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
