import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, password } from '../testing/journey/account.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import { lookAt } from '../testing/journey/picture.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();

describe.each([390, 1440])('a post that is paid back, on screens %i pixels wide', (width) => {
  const name = `Ines ${width}`;
  let creator: Visit;
  let fan: Visit;
  let address = '';
  let price = '';
  const pictureOf = ({ page }: Visit) => page.getByRole('main').getByRole('img').first();
  const isOpen = async (visit: Visit): Promise<boolean> => (await lookAt(pictureOf(visit))).isSharp;
  const unlockOf = ({ page }: Visit) =>
    page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^Unlock for \\${price}`) })
      .first();
  beforeAll(async () => {
    const { clay } = sites.clients;
    const email = newEmail();
    const token = await clay.register(email, password, name);
    await clay.subscribe(token, email);
    fan = await sites.visit('clay', { width, token });
    creator = await sites.visit('clay', { width, token: sites.creators.clay });
  });
  afterAll(() => Promise.all([creator, fan].map((visit) => visit.close())));

  it('is bought by a fan, who sees its picture', async () => {
    const { page } = fan;
    await fan.open('/home');
    const article = page
      .getByRole('article')
      .filter({ hasText: '1 photo' })
      .filter({ hasText: /Unlock for \$/ })
      .first();
    const unlock = article.getByRole('button', { name: /^Unlock for \$/ });
    price = (await unlock.textContent())!.match(/\$[\d.]+/)![0];
    const links = await article.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    address = links.find((href) => href?.startsWith('/feed/'))!;
    await unlock.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Unlocked. Enjoy!').waitFor();
    await fan.open(address);
    await expect.poll(() => isOpen(fan)).toBe(true);
  });

  it('is refunded by staff from the row of the payment, with what the fan loses beside it', async () => {
    const { page } = creator;
    await creator.open(`/admin/transactions?search=${encodeURIComponent(name)}`);
    const sale = page
      .getByRole(width === 390 ? 'listitem' : 'row')
      .filter({ hasText: name })
      .filter({ hasText: price })
      // The newest; the one before is the membership.
      .first();
    if (width === 390) {
      await sale.getByRole('button').click();
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
    } else {
      await sale.getByRole('button', { name: /^Actions: / }).click();
      await page.getByRole('menuitem', { name: 'Refund' }).click();
    }
    const refund = page.getByRole('dialog', { name: 'Refund this payment' });
    await refund.getByText('The post is locked again for this fan.').waitFor();
    await refund.getByLabel('Reason', { exact: true }).fill('Bought by mistake');
    await refund.getByRole('button', { name: `Refund ${price}` }).click();
    await refund.waitFor({ state: 'detached' });
    await expect
      .poll(
        async () => {
          await creator.open(`/admin/transactions?search=${encodeURIComponent(name)}`);
          await sale.waitFor();
          return sale.getByText('Refunded', { exact: true }).isVisible();
        },
        { timeout: 60_000 },
      )
      .toBe(true);
  });

  it('is locked again on the page that the fan has open, and after a reload', async () => {
    await unlockOf(fan).waitFor();
    await fan.page.reload();
    await unlockOf(fan).waitFor();
    expect(await isOpen(fan)).toBe(false);
  });
});

it('nothing broke on the way', () => {
  expect(sites.complaints()).toEqual([]);
});
