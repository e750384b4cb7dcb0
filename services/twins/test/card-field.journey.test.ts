import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSandbox } from '@backlot/payments/testing/open-sandbox';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { startSandboxTwin, type SandboxTwin } from '../src/index.ts';

interface Said {
  readonly event: string;
  readonly token?: string;
  readonly last4?: string;
  readonly errors?: Record<string, string>;
  readonly [key: string]: unknown;
}

/** A site's page that frames the field and writes down what it says. */
const siteHtml = (
  src: string,
  origin: string,
): string => `<!doctype html><title>Site</title><button id="before">before</button>
<iframe src="${src.replaceAll('&', '&amp;')}" title="Card" style="border:0;width:100%;height:400px"></iframe>
<script>
window.said = [];
addEventListener('message', (event) => {
  if (event.origin === '${origin}' && event.data.type === 'card-field') said.push(event.data);
});
window.ask = (message) => document.querySelector('iframe').contentWindow.postMessage({ type: 'card-field', ...message }, '${origin}');
</script>`;

describe('the card field in a browser', () => {
  let twin: SandboxTwin;
  let browser: Browser;
  let site: Server;
  let siteOrigin: string;
  let html = '';
  let page: Page;
  let field: FrameLocator;
  const requests: string[] = [];

  beforeAll(async () => {
    twin = await startSandboxTwin();
    site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    siteOrigin = `http://clay.localhost:${(site.address() as AddressInfo).port}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await twin?.close();
    await new Promise((resolve) => site.close(resolve));
  });

  async function openField(locale = 'en', tokens: Record<string, string> = {}): Promise<void> {
    const provider = openSandbox({ url: twin.url, apiKey: twin.apiKey });
    const { src, origin } = provider.cardField?.({ origin: siteOrigin, locale, tokens }) ?? { src: '', origin: '' };
    html = siteHtml(src, origin);
    page = await browser.newPage();
    requests.length = 0;
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.goto(siteOrigin);
    field = page.frameLocator('iframe');
    await heard('ready');
  }
  const heard = async (event: string): Promise<Said> => {
    const handle = await page.waitForFunction(
      (name) => (globalThis as unknown as { said: Said[] }).said.findLast((said) => said.event === name),
      event,
    );
    return (await handle.jsonValue()) as Said;
  };
  const ask = (message: object): Promise<unknown> =>
    page.evaluate((sent) => (globalThis as unknown as { ask: (sent: object) => void }).ask(sent), message);
  const allSaid = (): Promise<Said[]> => page.evaluate(() => (globalThis as unknown as { said: Said[] }).said);

  async function fill(number: string, cvv = '123'): Promise<void> {
    await field.getByLabel('Card number').fill(number);
    await field.getByLabel('Month').selectOption('12');
    await field.getByLabel('Year').selectOption({ index: 3 });
    await field.getByLabel('CVV').fill(cvv);
  }

  beforeEach(async () => {
    await page?.close();
  });

  it('a typed card becomes a token, and the number goes to the provider only', async () => {
    await openField();
    await fill('4242424242424242');
    await expect.poll(() => field.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await heard('valid')).toMatchObject({ brand: 'visa' });
    await ask({ action: 'tokenize' });
    const said = await heard('token');
    expect(said).toMatchObject({ brand: 'visa', last4: '4242', expMonth: 12, token: expect.stringMatching(/^tok_/) });
    expect(JSON.stringify(await allSaid())).not.toContain('424242424242');
    const withNumber = requests.filter((request) => request.replace(/ (?=\d)/g, '').includes('4242424242424242'));
    expect(withNumber.map((request) => request.split(' ')[0])).toEqual([`${twin.url}/v1/tokens`]);
  });

  it('CARD-16 CARD-19 CARD-21 CARD-22 empty inputs are named one by one and the first gets the focus', async () => {
    await openField();
    await ask({ action: 'tokenize' });
    expect(await heard('invalid')).toMatchObject({
      errors: {
        number: 'card-number-required',
        month: 'card-month-required',
        year: 'card-year-required',
        cvv: 'card-cvv-required',
      },
    });
    for (const text of [
      'Please enter a card number.',
      'Please select month.',
      'Please select year.',
      'Please enter a cvv.',
    ]) {
      await expect.poll(() => field.getByText(text, { exact: true }).isVisible()).toBe(true);
    }
    await expect
      .poll(() => field.getByLabel('Card number').evaluate((input) => input === document.activeElement))
      .toBe(true);
    await expect.poll(() => field.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true');
    expect((await allSaid()).some((said) => said.event === 'token')).toBe(false);
  });

  it('CARD-27 the expiry years are this one and the 14 after it', async () => {
    await openField();
    const years = await field.getByLabel('Year').locator('option').allTextContents();
    const now = new Date().getFullYear();
    expect(years.filter(Boolean)).toEqual(Array.from({ length: 15 }, (_, index) => String(now + index)));
  });

  it('a page of another origin can neither frame the field nor make it act', async () => {
    await openField();
    await fill('4242424242424242');
    // The field's own window is no parent: its message is not believed.
    await page
      .frames()[1]
      ?.evaluate((origin) => window.postMessage({ type: 'card-field', action: 'tokenize' }, origin), twin.url);
    await ask({ action: 'style', tokens: { accent: '#00ff00' } });
    // Messages are handled in order: when the colour is there, the token would have been asked for.
    await expect
      .poll(() => field.locator('html').evaluate((html) => html.style.getPropertyValue('--accent')))
      .toBe('#00ff00');
    expect(requests.filter((request) => request.includes('/v1/tokens'))).toEqual([]);
    await page.goto(`http://patch.localhost:${(site.address() as AddressInfo).port}`);
    await page.waitForLoadState('load');
    expect(await page.frames()[1]?.locator('#card').count()).toBe(0);
  });

  it("takes the site's colours, and new ones while it is open", async () => {
    await openField('en', { radius: '3px', field: '#fffcf6', accent: 'red;}body{display:none' });
    const input = field.getByLabel('Card number');
    await expect.poll(() => input.evaluate((node) => getComputedStyle(node).borderRadius)).toBe('3px');
    await expect.poll(() => input.isVisible()).toBe(true);
    await ask({ action: 'style', tokens: { field: '#251e1a', scheme: 'dark' } });
    await expect.poll(() => input.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(37, 30, 26)');
  });

  it('reads from right to left in Arabic', async () => {
    await openField('ar');
    await ask({ action: 'tokenize' });
    await heard('invalid');
    await expect.poll(() => field.locator('html').getAttribute('dir')).toBe('rtl');
    await expect.poll(() => field.getByText('يُرجى إدخال رقم البطاقة.').isVisible()).toBe(true);
  });

  it("a provider that can't be reached keeps what was typed and says that nothing was charged", async () => {
    await openField();
    await fill('4242424242424242');
    await page.route('**/v1/tokens', (route) => route.abort());
    await ask({ action: 'tokenize' });
    expect(await heard('error')).toMatchObject({ code: 'tokenization-failed' });
    await expect.poll(() => field.getByText('Nothing was charged', { exact: false }).isVisible()).toBe(true);
    await expect.poll(() => field.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await page.unroute('**/v1/tokens');
    await ask({ action: 'tokenize' });
    await heard('token');
  });

  it('axe finds nothing, empty or with errors', async () => {
    for (const locale of ['en', 'ar']) {
      await openField(locale);
      expect(await axeFindings()).toEqual([]);
      await ask({ action: 'tokenize' });
      await heard('invalid');
      expect(await axeFindings()).toEqual([]);
      await page.close();
    }
  });

  async function axeFindings(): Promise<string[]> {
    const frame = page.frames()[1];
    if (!frame) throw new Error('the field is not there');
    // Evaluated from outside, since the field's policy admits no foreign script.
    await frame.evaluate(axe.source);
    return frame.evaluate(async () => {
      // Landmarks and headings are the framing page's; axe asks the outermost document for them.
      const rules = { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } };
      // Half-way through a transition, colours are nobody's.
      await Promise.all(document.getAnimations().map(({ finished }) => finished));
      const { axe: tool } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string }[] }> };
      };
      const { violations } = await tool.run({ rules });
      return violations.map((violation) => violation.id);
    });
  }
});
