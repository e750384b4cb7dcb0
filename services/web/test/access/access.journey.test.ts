import { describe, expect, it } from 'vitest';
import { newEmail, password } from '../testing/journey/account.ts';
import { look, openAccessWorld, sites, testScreens } from '../testing/journey/access-world.ts';
import { focusedName, pressTab, tabTo } from '../testing/journey/keyboard.ts';
import type { Crawled } from '../testing/journey/own-name.ts';
import { openVisit } from '../testing/journey/visit.ts';

const world = openAccessWorld();

describe('every screen of guests and fans is without barriers (axe), fits a phone and a desk, and names the software nowhere', () => {
  it('a barrier would be found', async () => {
    const { page, open, close } = await openVisit(world.browser, world.site, 'clay');
    await open('/login');
    await page.evaluate(() => {
      document
        .querySelector('main')
        ?.insertAdjacentHTML(
          'beforeend',
          '<img src="/x.png"><p style="color:#aaa;background:#fff">faint</p><div style="width:150vw">wide</div>',
        );
    });
    const found = (await look(page, 'x', { schemes: ['light'] })).join('\n');
    for (const text of ['image-alt', 'color-contrast', 'wider than the window']) expect(found).toContain(text);
    await close();
  });

  const crawled: Crawled[] = [];
  testScreens(world, ['guest', 'fan', 'member'], crawled);

  it('the walk met pages, code, styles, data, pictures and sockets', () => {
    const answers = crawled.flatMap((one) => one.answers);
    for (const type of ['text/html', 'javascript', 'application/json', 'image/', 'font/', 'text/css'])
      expect(
        answers.some((answer) => answer.type.includes(type)),
        type,
      ).toBe(true);
    expect(crawled.some(({ frames }) => frames.some((frame) => frame.includes('READY')))).toBe(true);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe('with the keyboard alone', () => {
  it('logs in, subscribes, and opens and leaves an order', async () => {
    const email = newEmail();
    await world.cast.clay.client.register(email, password, 'Robin Ash');
    const visit = await openVisit(world.browser, world.site, 'clay', { width: 1440 });
    const { page } = visit;
    const { keyboard } = page;
    await visit.open('/login');
    expect(await tabTo(page, 'Email')).toEqual([
      'Skip to content',
      expect.stringContaining('Clay & Kiln'),
      'Sign up',
      'Email',
    ]);
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
    for (const [label, text] of [
      ['First name', 'Robin'],
      ['Last name', 'Ash'],
      ['Email', ''],
      ['Address', '1 Mill Lane'],
      ['Country', 'United States'],
      ['State/Province', 'Oregon'],
      ['City', 'Portland'],
      ['Postal code', '97201'],
    ] as const) {
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
    await page
      .getByRole('button', { name: /^Unlock for/ })
      .first()
      .waitFor();
    const price = (await tabTo(page, /^Unlock for/)).at(-1) ?? '';
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Confirm');
    // Inside the dialog the focus goes round.
    for (let step = 0; step < 8; step += 1) {
      await keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true);
    }
    await keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => focusedName(page)).toBe(price);

    // The button goes with the lock; the focus stays with the post.
    const words = await page
      .locator(':focus')
      .evaluate((button) => button.closest('article')?.querySelector('.post-caption')?.textContent);
    await keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Confirm');
    await keyboard.press('Enter');
    await page.getByText('Unlocked. Enjoy!').waitFor();
    await expect.poll(() => focusedName(page)).toBe(words);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

describe('what is read while the page loads', () => {
  it.each(['/faq', '/home', '/membership'])('%s does not jump', async (path) => {
    const guest = await openVisit(world.browser, world.site, 'clay');
    const { page } = guest;
    await page.addInitScript(() => {
      const seen = window as { moved?: number };
      seen.moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.moved! += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const moved = (): Promise<number> => page.evaluate(() => (window as { moved?: number }).moved ?? -1);
    await guest.open(path);
    await guest.quiet();
    // Below a tenth counts as good; a line that comes late is more than this.
    expect(await moved()).toBeGreaterThanOrEqual(0);
    expect(await moved()).toBeLessThan(0.01);
    await page.evaluate(() => {
      const late = document.createElement('div');
      late.style.height = '200px';
      document.querySelector('main')!.prepend(late);
    });
    await expect.poll(moved).toBeGreaterThan(0.01);
    await guest.close();
  });
});

describe('in Arabic', () => {
  it.each(sites)('%s runs from right to left and fits', async (name) => {
    const guest = await openVisit(world.browser, world.site, name, { language: 'ar' });
    const found: string[] = [];
    for (const path of ['/', '/home', '/login', '/register', '/terms-of-service', '/no/such/page']) {
      await guest.open(path);
      await guest.quiet();
      expect(
        await guest.page.evaluate(() => [
          document.documentElement.dir,
          document.documentElement.lang,
          getComputedStyle(document.body).direction,
        ]),
      ).toEqual(['rtl', 'ar', 'rtl']);
      found.push(...(await look(guest.page, path, { schemes: ['light'] })));
    }
    await guest.page.getByText('404').waitFor();
    expect(found).toEqual([]);
    expect(guest.complaints).toEqual([]);
    await guest.close();
  });

  it("a person who chooses it gets the payment page and the provider's field in it", async () => {
    const { client } = world.cast.clay;
    const token = await client.register(newEmail(), password, 'ليلى');
    const visit = await openVisit(world.browser, world.site, 'clay', { token });
    const { page } = visit;
    await visit.open('/profile');
    await page.getByRole('combobox', { name: 'Language' }).first().selectOption('ar');
    await page.waitForFunction(() => document.documentElement.dir === 'rtl');
    await visit.open('/subscribe');
    await visit.quiet();
    await page.getByRole('heading', { name: 'أضف بيانات البطاقة' }).waitFor();
    expect(await look(page, '/subscribe', { schemes: ['light'] })).toEqual([]);
    const frame = page.frames().find((one) => one !== page.mainFrame())!;
    expect(await frame.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual([
      'rtl',
      'ar',
    ]);
    await frame.getByLabel('رقم البطاقة').waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
