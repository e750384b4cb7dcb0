import { withOwner } from '@backlot/database/owner';
import { dayMs } from '@backlot/domain/formats/when';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepCard } from '../../src/features/checkout/cards/instrument-rows.ts';
import type { InstrumentRow } from '../../src/features/checkout/tables.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { pdfText } from '../../src/testing/pdf-text.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import type { SiteName } from '../../src/testing/world.ts';
import { languages, textOf } from '../../src/texts/texts.ts';
import { openItemsOf } from './open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-01-05T12:00:00Z') });
});
afterAll(() => world.close());

const { tick } = membershipsOf(() => world);
const { reported, attemptsOf, reversalsOf } = openItemsOf(() => world);
const english = { text: 'card-kept-consent-1', language: 'en' } as const;
const cardsOf = (fan: TestPerson): Promise<InstrumentRow[]> =>
  world.database.tenants.read(fan.tenant, async (db) =>
    db('payment_instruments').where({ user_id: fan.id }).orderBy('created_at'),
  );
const addCard = async (fan: TestPerson, more: object, number: string = card.good) =>
  world.call('POST /api/user/change-payment-method', { as: fan, body: { card: await world.cardOf(number), ...more } });
const subscribe = async (fan: TestPerson, more: object, number: string = card.good) => {
  const { body } = await world.call('GET /api/v2/subscription/quote', { as: fan });
  return world.call('POST /api/v2/subscription/subscribe', {
    as: fan,
    body: { quote_id: body.data.quote_id, consent: true, card: await world.cardOf(number), ...more },
  });
};
/** Of the site alone, without its owner, under the transaction of a card. */
const chargedUnder = async ({ network_transaction_id: id }: InstrumentRow) =>
  (await world.twin.control.charges()).filter((charge) => charge.network_transaction_id === id);
const evidenceOf = async (fan: TestPerson): Promise<string> => {
  const [attempt] = await attemptsOf(fan);
  await reported(attempt!, { type: 'chargeback' });
  const { id } = (await reversalsOf(attempt!.id)).find(({ kind }) => kind === 'chargeback')!;
  const { admin } = world.people.luna;
  const { body } = await world.call('POST /api/reports/disputes/open-evidence', { as: admin, body: { id } });
  const { rawPayload } = await world.app.inject({
    method: 'GET',
    url: body.data.address,
    headers: { host: 'luna.test', cookie: `session=${await world.tokenOf(admin)}` },
  });
  return pdfText(rawPayload).replaceAll(/\s+/g, ' ');
};

describe('a card that is kept', () => {
  it.each([
    ['on the page that takes one', addCard, 'card_page'],
    ['with a membership', subscribe, 'checkout'],
  ] as const)(
    'C13 is kept with the consent text that its owner read, in their language: %s',
    async (_, keep, keptAt) => {
      for (const site of ['luna', 'mars'] as SiteName[]) {
        const fan = await world.fresh(site);
        expect((await keep(fan, { card_consent: { ...english, language: 'de' } })).status).toBe(200);
        const [kept] = await cardsOf(fan);
        expect(kept).toMatchObject({
          consent_text_id: 'card-kept-consent-1',
          consent_text: expect.stringContaining(
            `stimmst du zu, dass ${site} sie bei seinem Zahlungsanbieter speichert`,
          ),
          consent_language: 'de',
          consented_at: world.clock.now(),
          kept_at: keptAt,
          network_transaction_id: expect.stringMatching(/^\d{15}$/),
        });
      }
    },
  );

  it('has the time of the order as that of the consent, although the bank asks for a challenge first', async () => {
    const fan = await world.fresh();
    const orderedAt = world.clock.now();
    expect((await subscribe(fan, { card_consent: english }, card.pendingGood)).body.data.state).toBe('pending');
    world.clock.advance(60_000);
    await world.settle();
    for (let n = 0; n < 40 && (await cardsOf(fan)).length === 0; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await world.settle();
    }
    expect(await cardsOf(fan)).toMatchObject([{ consented_at: orderedAt, kept_at: 'checkout' }]);
  });

  it('is kept without a consent when the call names none', async () => {
    const fan = await world.fresh();
    expect((await addCard(fan, {})).status).toBe(200);
    expect(await cardsOf(fan)).toMatchObject([{ consent_text: null, consented_at: null, kept_at: 'card_page' }]);
  });

  it.each([{ text: 'card-kept-consent-0' }, { language: 'xx' }])(
    'is refused with an unknown text or language: %o',
    async (wrong) => {
      const fan = await world.fresh();
      expect((await addCard(fan, { card_consent: { ...english, ...wrong } })).status).toBe(400);
      expect(await cardsOf(fan)).toEqual([]);
    },
  );

  it('is charged for a renewal with the network transaction id of its first payment', async () => {
    const fan = await world.member();
    const [kept] = await cardsOf(fan);
    expect(await chargedUnder(kept!)).toEqual([]);
    world.clock.advance(32 * dayMs);
    await tick();
    expect(await chargedUnder(kept!)).toMatchObject([{ initiator: 'merchant', status: 'succeeded' }]);
  });
});

describe('the evidence about a dispute', () => {
  it('C13 shows the consent text, its version and the time of the consent', async () => {
    const fan = await world.fresh();
    const at = world.clock.now().toISOString().slice(0, 19).replace('T', ' ');
    await subscribe(fan, { card_consent: english });
    await world.settle();
    const [kept] = await cardsOf(fan);
    const text = await evidenceOf(fan);
    for (const told of [kept!.consent_text!, 'card-kept-consent-1', `Agreed ${at} UTC`, kept!.network_transaction_id!])
      expect(text).toContain(told);
  });

  it('C13 shows the consent of the disputed purchase, also when the card was entered again later with another text', async () => {
    const fan = await world.fresh();
    await subscribe(fan, { card_consent: english });
    await world.settle();
    const [bought] = await cardsOf(fan);
    world.clock.advance(60_000);
    // By a provider that knows it again.
    const { account_id: accountId, provider, last4, exp_month: expMonth, exp_year: expYear } = bought!;
    await world.database.tenants.write(fan.tenant, (db) =>
      keepCard(db, {
        userId: fan.id,
        account: { id: accountId, provider },
        instrument: { id: bought!.provider_instrument, brand: 'visa', last4, expMonth, expYear },
        makesPrimary: true,
        consent: { textId: english.text, text: 'stimmst du zu', language: 'de', at: world.clock.now().toISOString() },
        keptAt: 'card_page',
        now: world.clock.now(),
      }),
    );
    expect(await cardsOf(fan)).toMatchObject([{ consent_language: 'de', kept_at: 'card_page' }]);
    // What is written late, or taken away, is passed over.
    for (const consented_at of [bought!.consented_at!, null])
      await world.database.tenants.write(fan.tenant, (db) =>
        db('payment_instruments').where({ id: bought!.id }).update({ consent_text: 'another', consented_at }),
      );
    expect(await cardsOf(fan)).toMatchObject([{ consent_text: 'stimmst du zu', consented_at: world.clock.now() }]);
    const text = await evidenceOf(fan);
    for (const told of [bought!.consent_text!, 'Its language en', 'the buyer, at a checkout'])
      expect(text).toContain(told);
    expect(text).not.toContain('stimmst du zu');
  });

  it('shows that no consent is recorded for a card that was kept without one', async () => {
    const fan = await world.fresh();
    await subscribe(fan, {});
    await world.settle();
    const text = await evidenceOf(fan);
    expect(text).toMatch(/Consent given with the card Agreed not recorded/);
  });
});

it.each([
  ['card-kept-consent-1', '9e5a5d9824924e607de62b24865365c045d4556fbd15f6786982aa3dbf23e0fd'],
  ['card-not-kept-consent-1', '71c5aa2f899fcba24b64cd39b9908075b46e13c32ae7d135e8574ab0c1995e91'],
] as const)('the wording of %s does not change: another wording is another version', (id, digest) => {
  const texts = languages.map((language) => textOf(language, id));
  expect(createHash('sha256').update(JSON.stringify(texts)).digest('hex')).toBe(digest);
});

it('cards are kept and charged on the schema of the previous version', async () => {
  const names = [
    'consent_text_id',
    'consent_text',
    'consent_language',
    'consented_at',
    'kept_at',
    'network_transaction_id',
  ];
  const rename = (from: string, to: string) =>
    withOwner(world.databaseUrl, async (owner) => {
      for (const name of names)
        await owner.query(
          `alter table tenant_${world.tenants.luna.id}.payment_instruments rename column ${from}${name} to ${to}${name}`,
        );
    });
  await rename('', 'hidden_');
  try {
    const fan = await world.fresh();
    expect((await subscribe(fan, { card_consent: english })).status).toBe(200);
    expect((await addCard(fan, { card_consent: english }, '5555555555554444')).status).toBe(200);
    expect((await world.buy(fan, await world.post('luna'))).status).toBe(200);
    await world.settle();
    const text = await evidenceOf(fan);
    for (const told of ['Its version card-kept-consent-1', 'Network transaction id not recorded'])
      expect(text).toContain(told);
  } finally {
    await rename('hidden_', '');
  }
});
