import { describe, expect, it } from 'vitest';
import { openDemoSites } from '../testing/journey/demo-sites.ts';

const sites = openDemoSites();
const staff = (role: string) => sites.clients.clay.login(`${role}@clay.example`, 'Demo-staff-2026');

describe.each([390, 820, 1440])('what staff work with, on screens %i pixels wide', (width) => {
  it('the payments of support fit', async () => {
    const visit = await sites.visit('clay', { width, token: await staff('support') });
    await visit.open('/admin/transactions');
    const { page } = visit;
    await page.locator('.top-actions a[href="/admin/open-items"]').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await page.locator('.top h1').evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0);
    await visit.close();
  });

  it('a link for a coupon that counts for nobody is refused at its field, and one that is made is read out', async () => {
    const visit = await sites.visit('clay', { width, token: await staff('admin') });
    await visit.open('/admin/generate-subscription-url');
    const { page } = visit;
    const code = page.getByLabel('Coupon code', { exact: true });
    const make = page.getByRole('button', { name: 'Make the link', exact: true });
    await code.fill('NOBODYS');
    await make.click();
    const error = page.locator(`#${await described(code)}`);
    expect(await error.textContent()).toBe('This coupon does not exist.');
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    const said = page.locator('main [role="status"]', { hasText: 'Your link' });
    expect(await said.count()).toBe(0);
    await code.fill('');
    expect(await code.getAttribute('aria-invalid')).toBe('false');
    await make.click();
    await said.waitFor({ state: 'attached' });
    expect(await said.textContent()).toContain('/subscribe');
    await visit.close();
  });

  it('the activity has its headings in order and names the settings that were changed', async () => {
    await sites.change('clay', { site_name: `Clay ${width}` });
    const visit = await sites.visit('clay', { width, token: await staff('admin') });
    await visit.open('/admin/influencer-activity');
    const { page } = visit;
    const levels = page.locator('main :is(h1, h2, h3)');
    await page.locator('.statement-card').first().waitFor();
    expect(await levels.evaluateAll((all) => all.map(({ tagName }) => tagName))).toEqual(['H1', 'H2', 'H2']);
    await page.locator('.data-table tbody tr, .row-item').first().click();
    await page.locator('.statement-names', { hasText: 'Site name' }).first().waitFor();
    await visit.close();
  });
});

async function described(field: { getAttribute(name: string): Promise<string | null> }): Promise<string> {
  await expect.poll(() => field.getAttribute('aria-describedby')).toMatch(/-error$/);
  return (await field.getAttribute('aria-describedby'))!.replaceAll(':', '\\:');
}
