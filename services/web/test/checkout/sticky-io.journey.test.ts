import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail, registerOnPage } from '../testing/journey/account.ts';
import { findBarriers } from '../testing/journey/axe.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();
const asks = '4000000000003220';

describe('a site that has sticky.io take its cards', () => {
  let token: string;
  let admin: Visit;
  let page: Page;
  beforeAll(async () => {
    token = await sites.clients.clay.login('admin@clay.example', 'Demo-staff-2026');
    admin = await sites.visit('clay', { width: 1440, token });
    ({ page } = admin);
  });
  const takenBy = (name: string) => page.getByRole('heading', { name: `Cards are taken by ${name}`, exact: true });

  it('is told who takes its cards, switches to sticky.io, and gets the address of its webhooks', async () => {
    await admin.open('/admin/settings/payment');
    await takenBy('Sandbox').waitFor();
    await page.getByRole('link', { name: 'sticky.io', exact: true }).click();
    await page.waitForURL('**/admin/settings/sticky-io');
    await page.getByRole('switch', { name: 'Take cards by sticky.io' }).click();
    await page.getByLabel('API password', { exact: true }).waitFor();
    expect(await page.getByLabel('API password', { exact: true }).getAttribute('type')).toBe('password');
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved. All changes are live.' }).waitFor();
    await page.getByRole('link', { name: 'Card payments', exact: true }).click();
    await takenBy('sticky.io').waitFor();
    await page.getByText(/\/api\/webhooks\/sticky_io\/[\w-]+\?order_id=\{order_id\}$/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('has its fan type the card in the field, and lead to the bank and back', async () => {
    const fan = await sites.visit('clay');
    await fan.open('/register');
    await registerOnPage(fan.page, newEmail());
    await fan.page.waitForURL('**/subscribe');
    await typeCard(fan.page, asks);
    await fillBilling(fan.page);
    await fan.page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await fan.page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
    await fan.page.getByRole('heading', { name: 'Is it you?' }).waitFor();
    await fan.page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await fan.page.waitForURL('**/payment/*');
    await fan.page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
  });

  it('is told what is missing of an account that is filled in by half, and led to it', async () => {
    await sites.clients.clay.call('PATCH /api/app_settings', {
      token,
      body: { 'sticky_io_settings.url': 'https://studio.sticky.io' },
    });
    await admin.open('/admin/settings/payment');
    await page.getByRole('alert').filter({ hasText: 'Nobody can pay by card' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Address of the card field' }).click();
    await page.waitForURL('**/admin/settings/sticky-io?key=sticky_io_card_field_url');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('control-sticky_io_card_field_url');
  });

  it('has no complaint of the browser', () => expect(sites.complaints()).toEqual([]));
});
