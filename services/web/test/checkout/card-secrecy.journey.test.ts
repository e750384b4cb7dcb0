import { startEmbedded } from '@backlot/database';
import { readEverything, type TableText } from '@backlot/database/testing/read-everything';
import { findCardNumbersBesideIds } from '@backlot/payments/testing/card-numbers';
import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { openSiteClient } from '@backlot/testing/site-client';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newEmail, registerOnPage } from '../testing/journey/account.ts';
import { readBrowserStorage } from '../testing/journey/browser-storage.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { isOurs, noteSent } from '../testing/journey/traffic.ts';
import { openVisit } from '../testing/journey/visit.ts';

/** Good at the provider, and used by nobody of the demo data. */
const number = '4111111111111111';
const cvv = '739';
const email = newEmail();
const grouped = (by: string): string => number.replace(/(\d{4})(?=\d)/g, `$1${by}`);
const forms = [
  number,
  grouped(' '),
  grouped('-'),
  grouped('+'),
  grouped('%20'),
  grouped('.'),
  Buffer.from(number).toString('base64').slice(0, 20),
  Buffer.from(number).toString('hex'),
];
const cvvPayload = new RegExp(`(?:cvv|cvc|cvn|security.?code)\\W{1,8}${cvv}\\b`, 'i');

/** What a text tells of the card. */
const tracesIn = (text: string): string[] => [
  ...forms.filter((form) => text.includes(form)),
  ...(cvvPayload.exec(text) ?? []),
];
/** Digits that stand alone: ids and digests have long runs of them between their letters. */
const anyCardIn = findCardNumbersBesideIds;

/** A request and its answer, as the browser wrote them down. */
interface Exchange {
  readonly url: string;
  readonly text: string;
}

let site: DemoSite;
let browser: Browser;
const browserSide: Record<string, string> = {};
let tables: TableText[] = [];
let files: Array<{ name: string; bytes: Buffer }> = [];
let reports: typeof files = [];
let exchanges: Exchange[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'));
  [site, browser] = await Promise.all([
    startDemoSite({
      // The most talkative log there is.
      LOG_LEVEL: 'trace',
      NODE_OPTIONS: `--report-on-signal --report-uncaught-exception --report-on-fatalerror --report-directory=${folder}`,
    }),
    launchChromium(),
  ]);
  await buy(join(folder, 'traffic.har'));
  exchanges = await readExchanges(join(folder, 'traffic.har'));
  await sendByMistake();
  reports = await readReports(folder);
  await browser.close();
  await site.end();
  const postgres = await startEmbedded({ dataDir: join(site.dataDir, 'postgres') });
  tables = await readEverything(postgres.url);
  await postgres.stop();
  files = await readFiles(site.dataDir);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

async function buy(archive: string): Promise<void> {
  let traffic: ReturnType<typeof noteSent> | undefined;
  const { page, context, open, close } = await openVisit(browser, site, 'clay', {
    archive,
    onContext: (given) => {
      traffic = noteSent(given);
    },
  });
  await open('/register');
  await registerOnPage(page, email);
  await page.waitForURL('**/subscribe');
  await typeCard(page, number, cvv);
  await fillBilling(page);
  await page.getByRole('checkbox').check();
  browserSide['the page while it is typed'] = await page.content();
  await page.getByRole('button', { name: 'Subscribe for $9.00', exact: true }).click();
  await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
  browserSide['storage after the purchase'] = await readBrowserStorage(context, page);
  await page.goto(`http://clay.localhost:${site.port}/profile/payment-method`);
  await page.getByText('Visa ending in 1111').waitFor();
  browserSide['storage later'] = await readBrowserStorage(context, page);
  browserSide['the page of cards'] = await page.content();
  await traffic!.settled();
  browserSide['requests'] = traffic!.sent.join('\n\n');
  browserSide['frames'] = traffic!.frames.join('\n');
  // The archive is written now.
  await close();
}

/** Takes the archive away: it lies where the server's reports will. */
async function readExchanges(path: string): Promise<Exchange[]> {
  const { log } = JSON.parse(await readFile(path, 'utf8')) as {
    log: { entries: Array<{ request: { url: string }; response: unknown }> };
  };
  await rm(path);
  return log.entries.map(({ request, response }) => ({
    url: request.url,
    text: JSON.stringify({ request, response }),
  }));
}

const refused: Array<{ status: number; code: string }> = [];
/** Calls that carry a card although they must not, where a careless server would log or keep them. */
async function sendByMistake(): Promise<void> {
  const { ask, login } = openSiteClient('clay.localhost', site.port);
  const token = await login('fan@demo.example', 'Demo-fan-2026');
  const card = { cardNumber: number, cvv, expMonth: 12, expYear: 2030 };
  const answers = [
    await ask('POST /api/v2/subscription/subscribe', { token, body: { quote_id: 'x', consent: true, card } }),
    await ask('POST /api/v2/subscription/subscribe', { token, body: { quote_id: 'x', consent: true, ...card } }),
    // An autofill that missed its field.
    await ask('POST /api/users/register', { body: { email: newEmail(), password: 'A-quiet-river-77', name: number } }),
    await ask('POST /api/v2/subscription/subscribe', {
      token,
      body: { quote_id: 'x', consent: true, card: { token: 'x', pincode: grouped(' ') } },
    }),
    await ask(`GET /api/blogs?feed_tag_id=${number}`, { token }),
  ];
  refused.push(...answers.map(({ status, body }) => ({ status, code: JSON.parse(body.toString()).code as string })));
  await ask(`GET /no/such/page?cardNumber=${number}`, { token, onPage: true });
  await ask('GET /api/users/me', { token, headers: { 'x-device-id': number, 'user-agent': `Shop ${number}` } });
}

/** What a crash would leave: the process's stack, its environment and what it holds open, as Node writes them down. */
async function readReports(folder: string): Promise<typeof files> {
  site.report();
  const written = await vi.waitUntil(
    async () => {
      const found = await readFiles(folder);
      return found.length > 0 && found.every(({ bytes }) => bytes.toString().trimEnd().endsWith('}')) && found;
    },
    { timeout: 20_000, interval: 200 },
  );
  await rm(folder, { recursive: true, force: true });
  return written;
}

async function readFiles(folder: string): Promise<typeof files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { name: relative(folder, path), bytes: await readFile(path) };
      }),
  );
}

/** The provider's own book lies beside our data in development. */
const isProviders = (name: string): boolean => name === 'sandbox.jsonl';

describe('a card that was typed in the browser (DECISIONS 22, C17)', () => {
  it('would be found', () => {
    for (const form of [number, grouped(' '), grouped('-'), `{"cvv":"${cvv}"}`, `cvv=${cvv}`])
      expect(tracesIn(`a ${form} b`), form).not.toEqual([]);
    expect(anyCardIn(`{"note":"${grouped(' ')}"}`)).toEqual([number]);
    expect(anyCardIn(`name=${number}&x=1\n${number}`)).toEqual([number, number]);
  });

  it('bought a membership, and left only its last four digits', () => {
    const everything = tables.map(({ text }) => text).join('\n');
    expect(everything).toContain(email);
    expect(everything).toContain('1111');
    expect(
      files.find(
        ({ name, bytes }) => name.startsWith('mailbox') && bytes.includes(email) && bytes.includes('HOLT CERAMICS'),
      ),
    ).toBeDefined();
  });

  it.each([
    'the page while it is typed',
    'storage after the purchase',
    'storage later',
    'the page of cards',
    'requests',
    'frames',
  ])('is not in the browser: %s', (where) => {
    const text = browserSide[where] ?? '';
    expect(text).not.toBe('');
    expect(tracesIn(text)).toEqual([]);
    expect(anyCardIn(text)).toEqual([]);
  });

  it("is in the archive of the browser's whole traffic where the provider's own field sends it, and nowhere else", () => {
    const carrying = exchanges.filter(({ text }) => tracesIn(text).length > 0);
    expect(carrying.map(({ url }) => isOurs(url))).toContain(false);
    expect(carrying.filter(({ url }) => isOurs(url)).map(({ url }) => url)).toEqual([]);
    const ours = exchanges.filter(({ url }) => isOurs(url));
    expect(ours.map(({ url }) => new URL(url).pathname)).toContain('/api/v2/subscription/subscribe');
    expect(ours.some(({ url, text }) => url.endsWith('/api/users/register') && text.includes(email))).toBe(true);
  });

  it('is refused where a call carries it', () => {
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(refused.slice(0, 4).map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'card-data-refused'));
  });

  it('is in no row of any table of any schema', () => {
    const read = new Set(tables.filter(({ rows }) => rows > 0).map(({ table }) => table.split('.')[0]));
    expect([...read].filter((schema) => schema!.startsWith('tenant_'))).toHaveLength(2);
    expect(read).toContain('shared');
    expect(tables.map(({ table }) => table)).toContain('graphile_worker._private_jobs');
    expect(
      tables.flatMap(({ table, text }) => [...tracesIn(text), ...anyCardIn(text)].map((trace) => `${table}: ${trace}`)),
    ).toEqual([]);
  });

  it("is in no file of the data folder, Postgres's own included", () => {
    expect(files.length).toBeGreaterThan(100);
    const ours = files.filter(({ name }) => !isProviders(name));
    const needles = forms.flatMap((form) => [Buffer.from(form), Buffer.from(form, 'utf16le')]);
    expect(
      ours.filter(({ bytes }) => needles.some((needle) => bytes.includes(needle))).map(({ name }) => name),
    ).toEqual([]);
    const words = ours.filter(({ name }) => /\.(?:json|jsonl|log|txt|html|key)$/.test(name));
    expect(words.some(({ name }) => name.endsWith('postgres.log'))).toBe(true);
    expect(
      words.flatMap(({ name, bytes }) =>
        [...tracesIn(bytes.toString()), ...anyCardIn(bytes.toString())].map((trace) => `${name}: ${trace}`),
      ),
    ).toEqual([]);
  });

  it('is in no report that a crash of the server would leave', () => {
    for (const { name, bytes } of reports) {
      const text = bytes.toString();
      expect(JSON.parse(text), name).toMatchObject({
        header: { trigger: 'Signal', event: 'SIGUSR2' },
        javascriptHeap: {},
      });
      expect(tracesIn(text), name).toEqual([]);
    }
    expect(reports).toHaveLength(1);
  });

  it('is in no line that the server wrote', () => {
    const said = site.output();
    expect(said.includes('"level":10')).toBe(true);
    expect(said.split('\n').filter((line) => tracesIn(line).length > 0 || anyCardIn(line).length > 0)).toEqual([]);
  });
});
