import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { pdfText } from '../../src/testing/pdf-text.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';
import { languages, textOf } from '../../src/texts/texts.ts';
import { openItemsOf } from './open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-01-05T12:00:00Z') });
});
afterAll(() => world.close());

const { reported, attemptsOf, reversalsOf } = openItemsOf(() => world);
const ofMembership = { text: 'supply-consent-membership-1', language: 'de' } as const;
const ofPost = { text: 'supply-consent-post-1', language: 'es' } as const;
const kept = async (fan: TestPerson, kind: string) =>
  (
    await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_intents').where({ user_id: fan.id, kind }).first(),
    )
  )?.quote.supplyConsent;
const quoteIdOf = async (fan: TestPerson): Promise<string> =>
  (await world.call('GET /api/v2/subscription/quote', { as: fan })).body.data.quote_id;
const subscribe = async (fan: TestPerson, more: object) =>
  world.call('POST /api/v2/subscription/subscribe', {
    as: fan,
    body: { quote_id: await quoteIdOf(fan), consent: true, card: await world.cardOf(), ...more },
  });
const fromWallet = (fan: TestPerson, body: object) =>
  world.call('POST /api/crypto/purchase-from-wallet', { as: fan, body });
const buyPost = async (fan: TestPerson, more: object) =>
  world.call('POST /api/v2/purchase/post-purchase', {
    as: fan,
    body: { blogId: await world.post(fan.tenant.slug as 'luna'), amount: 9, ...more },
  });
const expected = ({ text, language }: { text: string; language: string }) => ({
  textId: text,
  text: textOf(language, text),
  language,
  at: world.clock.now().toISOString(),
});

describe('what is to be supplied at once', () => {
  it('C15 keeps the text that its buyer read with the purchase, from card and wallet, on both sites', async () => {
    for (const site of ['luna', 'mars'] as const) {
      const fan = await world.fresh(site);
      expect((await subscribe(fan, { supply_consent: ofMembership })).status).toBe(200);
      expect(await kept(fan, 'membership')).toEqual(expected(ofMembership));
      expect((await buyPost(fan, { supply_consent: ofPost })).status).toBe(200);
      expect(await kept(fan, 'post')).toEqual(expected(ofPost));
      const payer = await world.fresh(site);
      await fund(world, payer, 9000);
      const quote = { quote_id: await quoteIdOf(payer), consent: true };
      const membership = { payment_for: 'membership', ...quote, supply_consent: ofMembership };
      expect((await fromWallet(payer, membership)).status).toBe(200);
      expect(await kept(payer, 'membership')).toEqual(expected(ofMembership));
      const post = { payment_for: 'blog', content_id: await world.post(site), amount: 9, supply_consent: ofPost };
      expect((await fromWallet(payer, post)).status).toBe(200);
      expect(await kept(payer, 'post')).toEqual(expected(ofPost));
    }
  });

  it('keeps none of a caller that showed none', async () => {
    const fan = await world.fresh();
    expect((await subscribe(fan, {})).status).toBe(200);
    expect(await kept(fan, 'membership')).toBeUndefined();
  });

  it.each([
    ['that nobody wrote', { ...ofMembership, text: 'supply-consent-membership-0' }],
    ['of a post', ofPost],
    ['in a language that nobody wrote', { ...ofMembership, language: 'xx' }],
  ])('is refused under a text %s', async (_, wrong) => {
    const fan = await world.fresh();
    expect((await subscribe(fan, { supply_consent: wrong })).status).toBe(400);
    expect(await kept(fan, 'membership')).toBeUndefined();
  });

  it('C15 has it in the evidence about a dispute', async () => {
    const fan = await world.fresh();
    await subscribe(fan, { supply_consent: { ...ofMembership, language: 'en' } });
    await world.settle();
    const [attempt] = await attemptsOf(fan);
    await reported(attempt!, { type: 'chargeback', amountMinor: 1999 });
    const { id } = (await reversalsOf(attempt!.id)).find(({ kind }) => kind === 'chargeback')!;
    const { admin } = world.people.luna;
    const { body } = await world.call('POST /api/reports/disputes/open-evidence', { as: admin, body: { id } });
    const { rawPayload } = await world.app.inject({
      method: 'GET',
      url: body.data.address,
      headers: { host: 'luna.test', cookie: `session=${await world.tokenOf(admin)}` },
    });
    const text = pdfText(rawPayload).replaceAll(/\s+/g, ' ');
    for (const told of ['supply-consent-membership-1', textOf('en', 'supply-consent-membership-1')])
      expect(text).toContain(told);
  });
});

it.each([
  ['supply-consent-membership-1', '8d23c863034a4c219a261ae72052ca2db890adab168c9b666e4167247bea8abf'],
  ['supply-consent-post-1', 'beabf871cac1c25f52511216c8a282f89fea66aae8abafa311676b2aae5b246b'],
])('a version of %s is never worded anew: another wording is another version', (id, digest) => {
  const texts = languages.map((language) => textOf(language, id));
  expect(createHash('sha256').update(JSON.stringify(texts)).digest('hex')).toBe(digest);
});
