import type { Challenge } from '@backlot/contracts/human-check';
import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { solve } from '../../src/testing/human.ts';
import { openRecaptcha, type RecaptchaStandIn } from '../../src/testing/recaptcha.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { type CallerOptions, callersOf, newLine, times } from '../../src/testing/callers.ts';

let world: World;
let recaptcha: RecaptchaStandIn;
beforeAll(async () => {
  recaptcha = await openRecaptcha();
  world = await createWorld({
    at: new Date('2026-03-10T12:00:00Z'),
    env: { THROTTLE: 'on', RECAPTCHA_URL: recaptcha.url },
  });
});
afterAll(async () => {
  await world.close();
  recaptcha.close();
});

// What the test before counted has run off.
beforeEach(() => {
  world.clock.advance(86_400_000);
});

const password = 'Correct-horse-9';
const { post, login, forgot, insist } = callersOf(() => world);

describe('a stranger can lock nobody out', () => {
  it('under 10,000 wrong tries from 200 addresses the owner on a new device is in within 60 s', async () => {
    const { email } = world.people.luna.model;
    const attackers = Array.from({ length: 200 }, newLine);
    const statuses = new Map<number, number>();
    for (let round = 0; round < 50; round += 1) {
      const answers = await Promise.all(attackers.map((from) => login(email, `guess-${round}`, { from })));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // Some of them solve what they are asked, so that the delay has grown.
    await times(4, (n) => insist((more) => login(email, 'guess', { from: attackers[n] as string }, more)));
    expect([...statuses.values()].reduce((sum, count) => sum + count)).toBe(10_000);
    expect(statuses.get(401)).toBeLessThan(10);

    const [clockBefore, realBefore] = [world.clock.now().getTime(), performance.now()];
    const owner = await insist((more) => login(email, password, {}, more));
    expect(owner.status).toBe(200);
    const waited = world.clock.now().getTime() - clockBefore;
    expect(waited).toBeGreaterThan(0);
    expect(waited + performance.now() - realBefore).toBeLessThan(60_000);
  }, 60_000);

  it('the delay grows with the tries, and a solution is refused until it has passed', async () => {
    await times(5, () => login('delayed@fans.example'));
    await times(2, () => insist((more) => login('delayed@fans.example', 'guess', {}, more)));
    const challenge = (await login('delayed@fans.example')).challenge!;
    expect(challenge.wait_seconds).toBe(1);
    const human_check = solve(challenge);
    world.clock.advance(999);
    expect((await login('delayed@fans.example', 'guess', {}, { human_check })).code).toBe('human-check');
    world.clock.advance(1);
    expect((await login('delayed@fans.example', 'guess', {}, { human_check })).code).toBe('login-default');
  });

  it('a device this person logged in with before goes on without a check, within a limit of its own', async () => {
    const { email } = world.people.luna.fan;
    const { cookie } = await login(email, password);
    expect(cookie).toMatch(/^known-device=\S{60,}/);
    await times(5, () => login(email));
    expect((await login(email, password)).code).toBe('human-check');
    expect((await login(email, password, { cookie })).status).toBe(200);
    const guesses = await times(12, () => login(email, 'guess', { cookie }));
    expect(guesses.map(({ code }) => code)).toEqual([
      ...Array<string>(10).fill('login-default'),
      'human-check',
      'human-check',
    ]);
    world.clock.advance(60_000);
    expect((await login(email, password, { cookie })).status).toBe(200);
  });

  it("the device's token helps nobody else, on no other site, and not when it was edited", async () => {
    const { email } = world.people.both.luna!;
    const [mine, others] = [await login(email, password), await login(world.people.luna.stranger.email, password)];
    await times(5, () => login(email));
    expect((await login(email, password, { cookie: mine.cookie })).status).toBe(200);
    expect((await login(email, password, { cookie: mine.cookie, site: 'mars' })).code).toBe('human-check');
    for (const cookie of [
      others.cookie,
      mine.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      'known-device=x',
      'known-device=a.b.c.d~e',
    ]) {
      expect((await login(email, password, { cookie })).code).toBe('human-check');
    }
  });

  it("a stranger's browser, which opened the account before its mailbox was proved, is no device of whoever proved it", async () => {
    const email = 'claimed@fans.example';
    const stranger = await post('/api/users/register', { email, password: 'Strangers-own-1', name: 'Stranger' });
    expect(stranger.cookie).toMatch(/^known-device=/);
    world.clock.advance(1_000);
    await forgot(email);
    await world.runJobs();
    const mails = await new Mailbox(join(world.dataDir, 'mailbox')).list(1000);
    const token = mails
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\/change-password\/(\S+)/.exec(text)?.[1] ?? [])[0];
    const owner = await post('/api/users/reset_password', { token, password });
    expect(owner.status).toBe(200);
    await times(5, () => login(email));
    expect((await login(email, 'guess', { cookie: stranger.cookie })).code).toBe('human-check');
    expect((await login(email, password, { cookie: owner.cookie })).status).toBe(200);
  });

  it('two people who share a browser are both known in it', async () => {
    const [one, other] = [world.people.luna.fan.email, world.people.luna.stranger.email];
    const first = await login(one, password);
    const second = await login(other, password, { cookie: first.cookie });
    for (const email of [one, other]) {
      await times(5, () => login(email));
      expect((await login(email, password, { cookie: second.cookie })).status).toBe(200);
    }
  });

  it('an address without an account meets the same challenge at the same try, in the same words', async () => {
    const seen = async (email: string) =>
      (await times(7, () => login(email))).map(({ status, text, headers }) => ({
        status,
        headers: Object.keys(headers).sort(),
        length: headers['content-length'],
        text: text.replace(/"requestId":"[^"]+"/, '').replace(/"(token|seed)":"[^"]+"/g, '"$1"'),
      }));
    expect(await seen('a-person@fans.example')).toEqual(
      await seen(world.people.luna.stranger.email.replace(/^.*@/, 'stranger@')),
    );
  });

  it('a crowd behind one line to the internet is asked, not turned away, until it does nothing but call', async () => {
    const from = newLine();
    const answers = await times(30, (n) => login(`crowd-${n}@fans.example`, 'guess', { from }));
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<number>(20).fill(401),
      ...Array<number>(10).fill(430),
    ]);
    expect((await insist((more) => login(world.people.luna.fan.email, password, { from }, more))).status).toBe(200);
    const { cookie } = await login(world.people.luna.stranger.email, password);
    await times(270, () => login('crowd@fans.example', 'guess', { from }));
    expect(await login('crowd@fans.example', 'guess', { from, site: 'mars' })).toMatchObject({
      status: 429,
      code: 'too-many-requests',
      headers: { 'retry-after': '300' },
    });
    expect((await login(world.people.luna.stranger.email, password, { from, cookie })).status).toBe(200);
  });

  it('logins with the right password are never too many', async () => {
    const answers = await times(8, () => login(world.people.luna.fan.email, password));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('registrations from one line are asked for a check after twenty', async () => {
    const from = newLine();
    const register = (n: number, more: object) =>
      post('/api/users/register', { email: `many-${n}@fans.example`, password, ...more }, { from });
    expect((await times(21, (n) => register(n, {}))).map(({ status }) => status)).toEqual([
      ...Array<number>(20).fill(200),
      430,
    ]);
    expect((await insist((more) => register(21, more))).status).toBe(200);
  });
});

describe('guesses are counted by identity, over all sites', () => {
  it('no site gives more tries than another', async () => {
    const { email } = world.people.both.luna!;
    const sites = ['luna', 'mars'] as const;
    const answers = await times(10, (n) =>
      login(n % 3 === 0 ? ` ${email.toUpperCase()}` : email, 'guess', { site: sites[n % 2]! }),
    );
    expect(answers.map(({ code }) => code)).toEqual([
      ...Array<string>(5).fill('login-default'),
      ...Array<string>(5).fill('human-check'),
    ]);
  });

  it('simultaneous ones are counted one by one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => login('at-once@fans.example', 'guess', { site: n % 2 ? 'luna' : 'mars' })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });
});

describe('a forgotten password', () => {
  const linksTo = async (email: string): Promise<string[]> => {
    await world.runJobs();
    return (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000))
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\/change-password\/(\S+)/.exec(text)?.[1] ?? []);
  };

  it("strangers' requests stop nobody's, and never void a link that was mailed before", async () => {
    const { email } = await world.person('luna', 'forgetful');
    expect((await forgot(email)).status).toBe(200);
    const [first] = await linksTo(email);
    const answers = await times(20, () => forgot(email));
    expect(answers.slice(2).every(({ code }) => code === 'human-check')).toBe(true);
    expect((await insist((more) => forgot(email, {}, more))).status).toBe(200);
    const links = await linksTo(email);
    expect(links.length).toBeGreaterThan(1);
    for (const link of [first, ...links])
      expect((await post(`/api/users/check_token/${link}`, {})).text).toContain('"valid":true');
    expect((await post('/api/users/reset_password', { token: first, password: 'A-new-secret-1' })).status).toBe(200);
  });

  it('no more than five links an hour are mailed to a person, whoever solves what', async () => {
    const { email } = await world.person('luna', 'flooded');
    for (let n = 0; n < 9; n += 1) await insist((more) => forgot(email, {}, more));
    expect(await linksTo(email)).toHaveLength(5);
  });

  it('over all sites a person gets five that repeat another, and on each site one an hour whatever was asked elsewhere', async () => {
    const { email } = world.people.both.luna;
    expect(world.people.both.mars.email).toBe(email);
    for (let n = 0; n < 8; n += 1) await insist((more) => forgot(email, {}, more));
    expect(await linksTo(email)).toHaveLength(5);
    for (let n = 0; n < 5; n += 1) await insist((more) => forgot(email, { site: 'mars' }, more));
    expect(await linksTo(email)).toHaveLength(6);
  });

  it('unknown addresses meet the same', async () => {
    const seen = async (email: string) =>
      (await times(6, () => forgot(email))).map(({ status, code }) => [status, code]);
    expect(await seen('none@fans.example')).toEqual(await seen(world.people.luna.support.email));
  });
});

describe('the human check', () => {
  const email = 'checked@fans.example';
  const challenged = async (): Promise<Challenge> => {
    await times(6, () => login(email));
    return (await login(email)).challenge!;
  };

  it('a solution is good once, for its call, its account and its site, and for ten minutes', async () => {
    const human_check = solve(await challenged());
    const later = solve((await login(email)).challenge!);
    expect((await login('somebody-else@fans.example', 'guess', {}, { human_check })).code).toBe('login-default');
    await times(6, () => login('somebody-else@fans.example'));
    expect((await login('somebody-else@fans.example', 'guess', {}, { human_check })).code).toBe('human-check');
    expect((await login(email, 'guess', { site: 'mars' }, { human_check })).code).toBe('human-check');
    await times(4, () => forgot(email));
    expect((await forgot(email, {}, { human_check })).code).toBe('human-check');
    world.clock.advance(1_000);
    const twice = await Promise.all([
      login(email, 'guess', {}, { human_check }),
      login(email, 'guess', {}, { human_check }),
    ]);
    expect(twice.map(({ code }) => code).sort()).toEqual(['human-check', 'login-default']);
    world.clock.advance(600_000);
    expect((await login(email, 'guess', {}, { human_check: later })).code).toBe('human-check');
  });

  it('a stock of them is worth one try a line: what was asked for before one was used is over', async () => {
    const from = newLine();
    const mine: CallerOptions = { from };
    await times(6, () => login(email));
    const stock = (await times(12, () => login(email, 'guess', mine))).map(({ challenge }) => solve(challenge!));
    world.clock.advance(20_000);
    const burst = await Promise.all(stock.map((human_check) => login(email, 'guess', mine, { human_check })));
    expect(burst.map(({ code }) => code).sort()).toEqual([
      ...Array.from({ length: 11 }, () => 'human-check'),
      'login-default',
    ]);
    // The next one counts again, and nobody else's line is any the worse.
    const other = newLine();
    const theirs = solve((await login(email, 'guess', { from: other })).challenge!);
    world.clock.advance(15_000);
    expect((await insist((more) => login(email, 'guess', mine, more))).code).toBe('login-default');
    expect((await login(email, 'guess', { from: other }, { human_check: theirs })).code).toBe('login-default');
  });

  it('an edited, forged or unsolved one is answered with another', async () => {
    const challenge = await challenged();
    const { token, solution } = solve(challenge);
    const [body = '', seal = ''] = token.split('.');
    const easier = Buffer.from(
      Buffer.from(body, 'base64url')
        .toString()
        .replace(/"bits":\d+/, '"bits":0'),
    ).toString('base64url');
    world.clock.advance(1_000);
    for (const human_check of [
      { token: `${easier}.${seal}`, solution },
      { token: 'x', solution },
      { token: 'a.b', solution },
      { token, solution: '1,2,3,4,5,6,7,8' },
    ]) {
      const answer = await login(email, 'guess', {}, { human_check });
      expect(answer).toMatchObject({
        status: 430,
        code: 'human-check',
        challenge: { kind: 'proof_of_work', puzzles: 8 },
      });
    }
  });

  it("is the site's reCAPTCHA where it has keys, and the puzzle where that does not answer", async () => {
    const settings = { is_recaptcha_enabled: true, recaptcha_site_key: 'site-key', recaptcha_secret_key: 'secret-key' };
    expect((await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: settings })).status).toBe(
      200,
    );
    await expect.poll(async () => (await world.ctx.settings.of(world.tenants.luna)).is_recaptcha_enabled).toBe(true);
    const challenge = await challenged();
    expect(challenge).toMatchObject({ kind: 'recaptcha', site_key: 'site-key' });
    world.clock.advance(15_000);
    expect(
      (await login(email, 'guess', {}, { human_check: { token: challenge.token, solution: 'visitor' } })).code,
    ).toBe('login-default');
    expect(recaptcha.asked.at(-1)).toMatch(/^secret=secret-key&response=visitor&remoteip=198\./);

    recaptcha.says({ success: false, 'error-codes': ['invalid-input-response'] });
    const refused = (await login(email)).challenge!;
    world.clock.advance(15_000);
    expect(
      (await login(email, 'guess', {}, { human_check: { token: refused.token, solution: 'robot' } })).challenge,
    ).toMatchObject({ kind: 'recaptcha' });

    recaptcha.says(null);
    const silent = (await login(email)).challenge!;
    world.clock.advance(15_000);
    const puzzle = (await login(email, 'guess', {}, { human_check: { token: silent.token, solution: 'visitor' } }))
      .challenge!;
    expect(puzzle.kind).toBe('proof_of_work');
    world.clock.advance(15_000);
    expect((await login(email, 'guess', {}, { human_check: solve(puzzle) })).code).toBe('login-default');
  });
});
