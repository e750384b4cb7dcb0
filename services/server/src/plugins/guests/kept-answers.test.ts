import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openKeptAnswers, type Draft, type KeptAnswers, type MadeAnswer } from './kept-answers.ts';

const day = new Date('2026-01-01T00:00:00Z').getTime();
let now = day;
let pages: KeptAnswers;
let content: string;
const make = vi.fn<() => Promise<MadeAnswer>>(async () => ({
  status: 200,
  text: content,
  headers: {},
  location: null,
}));
const read = vi.fn<() => Promise<Draft>>(async () => ({ made: content, make }));

// However long the test itself takes.
vi.useFakeTimers({ toFake: ['performance'] });
afterAll(() => vi.useRealTimers());

beforeEach(() => {
  now = day;
  content = '<p>one</p>';
  pages = openKeptAnswers({ now: () => new Date(now) });
  vi.clearAllMocks();
});

const textOf = async (key = 'home', site = 'luna', ask = read) =>
  (await (await pages.get(site, key, ask)).bytes('identity')).body.toString();

it('is read and made once for a hundred guests who come at once', async () => {
  const seen = await Promise.all(Array.from({ length: 100 }, () => textOf()));
  expect(new Set(seen)).toEqual(new Set(['<p>one</p>']));
  expect([read.mock.calls.length, make.mock.calls.length]).toEqual([1, 1]);
});

it('is compressed once an encoding, and says the same in each under a tag of its own', async () => {
  content = `<p>${'one '.repeat(1_000)}</p>`;
  const page = await pages.get('luna', 'home', read);
  const [br, gzip, plain] = await Promise.all([page.bytes('br'), page.bytes('gzip'), page.bytes('identity')]);
  expect(brotliDecompressSync(br.body).toString()).toBe(content);
  expect(gunzipSync(gzip.body).toString()).toBe(content);
  expect(plain.body.toString()).toBe(content);
  expect(new Set([br.etag, gzip.etag, plain.etag]).size).toBe(3);
  expect((await page.bytes('br')).body).toBe(br.body);
});

it('is read again after half a second, and made again only where what it is made of has changed', async () => {
  await textOf();
  now += 501;
  expect(await textOf()).toBe('<p>one</p>');
  expect([read.mock.calls.length, make.mock.calls.length]).toEqual([2, 1]);
  content = '<p>two</p>';
  expect(await textOf()).toBe('<p>one</p>');
  now += 501;
  expect(await textOf()).toBe('<p>two</p>');
  expect([read.mock.calls.length, make.mock.calls.length]).toEqual([3, 2]);
});

it('is read again at once when something of its site was changed here, and another site’s is not', async () => {
  await textOf();
  await textOf('home', 'mars');
  content = '<p>two</p>';
  pages.touch('luna');
  expect(await textOf()).toBe('<p>two</p>');
  expect(await textOf('home', 'mars')).toBe('<p>one</p>');
});

it('a reading that began before a change is not given to whoever comes after it', async () => {
  let end: () => void = () => {};
  const slow = vi.fn<() => Promise<Draft>>(async () => {
    const found = content;
    await new Promise<void>((resolve) => (end = resolve));
    return { made: found, make: async () => ({ status: 200, text: found, headers: {}, location: null }) };
  });
  const before = textOf('home', 'luna', slow);
  content = '<p>two</p>';
  pages.touch('luna');
  const after = textOf();
  end();
  expect([await before, await after]).toEqual(['<p>one</p>', '<p>two</p>']);
});

it('a page that is not there, or leads elsewhere, is not kept; nor is a failure', async () => {
  make.mockResolvedValueOnce({ status: 404, text: 'none', headers: {}, location: null });
  expect(await textOf('nowhere')).toBe('none');
  make.mockResolvedValueOnce({ status: 302, text: '', headers: {}, location: '/login' });
  await textOf('account');
  read.mockRejectedValueOnce(new Error('The database is away.'));
  await expect(textOf('home')).rejects.toThrow('away');
  expect(pages.state().answers).toBe(0);
  expect(await textOf('home')).toBe('<p>one</p>');
});

it('what stands in the place of a closed site is made once for all, as a page of it is', async () => {
  make.mockClear();
  make.mockResolvedValueOnce({ status: 503, text: 'closed', headers: {}, location: null });
  expect([await textOf('home'), await textOf('home')]).toEqual(['closed', 'closed']);
  expect(make).toHaveBeenCalledTimes(1);
  expect(pages.state().answers).toBe(1);
});

it('a site holds two megabytes at most, those that were asked for last, and takes nothing from others', async () => {
  content = 'x'.repeat(300_000);
  await textOf('first', 'mars');
  for (const key of ['a', 'b', 'c', 'd', 'e']) await textOf(key);
  expect(pages.state().answers).toBe(4);
  expect(pages.state().bytes).toBeLessThan(4 * 2 ** 20);
  make.mockClear();
  await textOf('e');
  await textOf('first', 'mars');
  expect(make).not.toHaveBeenCalled();
  await textOf('a');
  expect(make).toHaveBeenCalledTimes(1);
  content = 'x'.repeat(2_000_000);
  now += 501;
  await textOf('b');
  expect(pages.state().bytes).toBeLessThan(4 * 2 ** 20);
});

it('however short they are, a site’s are few: each is counted with its name and what is around it', async () => {
  content = '';
  for (let n = 0; n < 1_000; n += 1) await textOf(`${'n'.repeat(300)}${n}`);
  expect(pages.state().answers).toBeLessThan(450);
  expect(pages.state().bytes).toBeLessThanOrEqual(2 * 2 ** 20);
});
