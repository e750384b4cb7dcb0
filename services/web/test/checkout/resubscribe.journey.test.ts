import { describe, expect, it } from 'vitest';
import { newEmail, password } from '../testing/journey/account.ts';
import { findBarriers } from '../testing/journey/axe.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import { formerMember } from '../testing/journey/former-member.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();
const words = 'Come back to the kiln';

async function offer(terms: object): Promise<void> {
  await sites.change('clay', {
    resubscribe_offer_settings: { is_enabled: true, ribbon_background_color: '#2b1d14' },
    resubscribe_offer: {
      for_subscribers_only: true,
      give_free_month_subscription: 0,
      recurring_price: 5,
      promo_banner_text: words,
      ...terms,
    },
  });
}

const ribbonOf = ({ page }: Visit) => page.getByRole('region', { name: 'Resubscribe offer' });

describe.each([390, 1440])('a former member at %i px', (width) => {
  it('SUB-15 SUB-17 SUB-18 sees the ribbon, agrees to amounts and dates, and is a member again, at home', async () => {
    await offer({ recurring_price: width === 390 ? 5 : 6 });
    const token = await formerMember(sites);
    expect(await sites.htmlOf('clay', '/gallery')).not.toContain(words);
    const fan = await sites.visit('clay', { width, token });
    await fan.open('/gallery');
    const ribbon = ribbonOf(fan);
    await ribbon.getByText(words).waitFor();
    const price = width === 390 ? '$5.00' : '$6.00';
    expect(await findBarriers(fan.page)).toEqual([]);
    const close = await ribbon.getByRole('button', { name: 'Close' }).boundingBox();
    expect([close!.width, close!.height].every((size) => size >= 44)).toBe(true);
    await ribbon.getByRole('button', { name: 'Resubscribe' }).click();
    const sheet = fan.page.getByRole('dialog', { name: 'Resubscribe now' });
    await sheet.getByText('Visa ending in 4242').waitFor();
    const pay = sheet.getByRole('button', { name: `Pay ${price}` });
    await pay.click();
    const consent = sheet.getByRole('checkbox', { name: new RegExp(`I agree to pay \\${price} today`) });
    expect(await consent.getAttribute('aria-invalid')).toBe('true');
    await consent.check();
    await pay.click();
    await fan.page.getByText('Thank you for subscribing', { exact: true }).waitFor();
    await fan.page.waitForURL((url) => url.pathname === '/');
    await ribbon.waitFor({ state: 'detached' });
    expect(fan.complaints).toEqual([]);
    await fan.close();
  });

  it('POPUP-25 closes it, and finds it closed from the first picture on', async () => {
    const fan = await sites.visit('clay', { width, token: await formerMember(sites) });
    await fan.open('/gallery');
    await ribbonOf(fan).getByRole('button', { name: 'Close' }).click();
    await ribbonOf(fan).waitFor({ state: 'detached' });
    const html = await fan.page.evaluate(async () => (await fetch('/gallery')).text());
    expect(html).not.toContain('class="ribbon"');
    await fan.open('/gallery');
    expect(await ribbonOf(fan).count()).toBe(0);
    await fan.close();
  });
});

describe('an offer for everybody', () => {
  it('SUB-16 leads to the page where a card is typed, at its price', async () => {
    await offer({ for_subscribers_only: false, recurring_price: 4 });
    const token = await sites.clients.clay.register(newEmail(), password, 'Robin Ash');
    const fan = await sites.visit('clay', { token });
    await fan.open('/home');
    await ribbonOf(fan).getByRole('link', { name: 'Resubscribe' }).click();
    await fan.page.waitForURL('**/subscribe');
    await fan.page.getByRole('button', { name: 'Subscribe for $4.00', exact: true }).waitFor();
    expect(await ribbonOf(fan).count()).toBe(0);
    await fan.close();
  });
});

describe('a member who has cancelled, of an offer for everybody', () => {
  const leaving = async (): Promise<string> => {
    const { clay } = sites.clients;
    const email = newEmail();
    const token = await clay.register(email, password, 'Robin Ash');
    await clay.subscribe(token, email);
    await clay.call('POST /api/cancel-subscription', { token, body: { reason: 'Taking a break, back soon' } });
    return token;
  };

  it('takes it up where the ribbon is', async () => {
    await sites.change('clay', { resubscribe_offer_settings: { is_enabled: false } });
    const [token, other] = [await leaving(), await leaving()];
    await offer({ for_subscribers_only: false, recurring_price: 3 });
    const fan = await sites.visit('clay', { token });
    await fan.open('/gallery');
    await ribbonOf(fan).getByRole('button', { name: 'Resubscribe' }).click();
    const sheet = fan.page.getByRole('dialog', { name: 'Resubscribe now' });
    await sheet.getByRole('checkbox').check();
    await sheet.getByRole('button', { name: 'Resubscribe' }).click();
    await fan.page.getByText('Thank you for subscribing', { exact: true }).waitFor();
    await ribbonOf(fan).waitFor({ state: 'detached' });
    expect(fan.complaints).toEqual([]);
    await fan.close();

    const { clay } = sites.clients;
    const { body } = await clay.ask('GET /api/v2/get-payment-card', { token: other });
    for (const { _id: id } of JSON.parse(body.toString()).data as { readonly _id: string }[])
      await clay.call('POST /api/ccbill/remove-card', { token: other, body: { card_id: id } });
    const cardless = await sites.visit('clay', { token: other });
    await cardless.open('/gallery');
    await ribbonOf(cardless).getByRole('button', { name: 'Resubscribe' }).click();
    await cardless.page.waitForURL((url) => url.pathname === '/profile/add-new-payment-method');
    expect(cardless.complaints).toEqual([]);
    await cardless.close();
  });
});

describe('its ribbon', () => {
  it('is in the first HTML, moves nothing when it is taken over, and stands still for whoever asks for less motion', async () => {
    await offer({});
    const token = await formerMember(sites);
    for (const hasMotion of [false, true]) {
      const fan = await sites.visit('clay', { token, hasMotion });
      await fan.page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          Object.assign(window, { firstTop: document.querySelector('main')?.getBoundingClientRect().top });
        });
      });
      await fan.open('/gallery');
      await ribbonOf(fan).waitFor();
      await fan.quiet();
      const seen = await fan.page.evaluate(() => ({
        first: (window as unknown as { firstTop?: number }).firstTop,
        top: document.querySelector('main')!.getBoundingClientRect().top,
        animation: getComputedStyle(document.querySelector('.ribbon-inside')!).animationName,
      }));
      expect(seen.first).toBe(seen.top);
      expect(seen.animation).toBe(hasMotion ? 'ribbon-zoom-up' : 'none');
      await fan.close();
    }
  });
});
