import { pdfText } from '../../src/testing/pdf-text.ts';
import { withOwner } from '@backlot/database/owner';
import { dayMs } from '@backlot/domain/formats/when';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printable } from '../../src/features/disputes/evidence/write-evidence.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-01-05T12:00:00Z') });
  await changeSettings(world, {
    merchant_legal_name: 'Kiln & Clay Ltd',
    merchant_address: '1 Kiln Lane, Leeds',
    statement_descriptor: 'KILN CLAY',
  });
}, 60_000);
afterAll(() => world.close());

const { buyer, reported, attemptsOf, reversalsOf } = openItemsOf(() => world);
const staff = () => world.people.luna;
const open = (as: TestPerson, id: string) =>
  world.call('POST /api/reports/disputes/open-evidence', { as, body: { id } });
const fetchAt = async (address: string, as: TestPerson | null, host = 'luna.test') =>
  world.app.inject({
    method: 'GET',
    url: address,
    headers: { host, ...(as ? { cookie: `session=${await world.tokenOf(as)}` } : {}) },
  });
/** The lines of the document as one text. */
const evidenceOf = async (id: string, as: TestPerson = staff().admin): Promise<string> => {
  const { body } = await open(as, id);
  const { rawPayload } = await fetchAt(body.data.address, as);
  return pdfText(rawPayload);
};
const dispute = async (attempt: Parameters<typeof reported>[0]): Promise<string> => {
  await reported(attempt, { type: 'chargeback' });
  return (await reversalsOf(attempt.id)).find(({ kind }) => kind === 'chargeback')!.id;
};
/** Where a purchase came from, as its row has it; nobody of the product writes it anew. */
const comesFrom = (fan: TestPerson, address: string, device: string | null) => {
  const intents = `tenant_${world.tenants.luna.id}.payment_intents`;
  return withOwner(world.databaseUrl, async (owner) => {
    await owner.query(`alter table ${intents} disable trigger keep_whence`);
    await owner.query(
      `update ${intents} set address = $1, device_id = $2, user_agent = 'Testing/1.0' where user_id = $3`,
      [address, device, fan.id],
    );
    await owner.query(`alter table ${intents} enable trigger keep_whence`);
  });
};

describe('the evidence about a dispute', () => {
  it('C12 tells what was bought, by whom and from where, what was opened by it, and earlier payments that match', async () => {
    const { fan } = await buyer();
    await comesFrom(fan, '203.0.113.50', 'device-one');
    world.clock.advance(200 * dayMs);
    await world.subscribe(fan);
    const post = await world.post('luna');
    await world.buy(fan, post);
    await world.settle();
    const attempt = (await attemptsOf(fan)).filter(({ kind }) => kind === 'post').at(-1)!;
    await comesFrom(fan, '203.0.113.50', 'device-one');
    await world.call('POST /api/blog/like-dislike', { as: fan, body: { id: post, is_like: 1 } });
    const text = await evidenceOf(await dispute(attempt));
    for (const told of [
      'Kiln & Clay Ltd',
      '1 Kiln Lane, Leeds',
      'KILN CLAY',
      'A post',
      '$9.00 (USD)',
      'the usual price',
      fan.email,
      fan.id,
      '203.0.113.50',
      'device-one',
      'Testing/1.0',
      'Visa, ending in 4242',
      attempt.provider_ref!,
    ])
      expect(text).toContain(told);
    // It was withdrawn when the bank took the money.
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      `from ${world.clock.now().toISOString().slice(0, 19).replace('T', ' ')} UTC until ${world.clock.now().toISOString().slice(0, 19).replace('T', ' ')} UTC (chargeback)`,
    );
    expect(line(text, 'Of them matching')).toBe('2, of which 2 by the same card');
    expect(line(text, 'Two transactions, two fields')).toBe('met');
  });

  it('says what is not recorded, and makes nothing up', async () => {
    const { attempt } = await buyer();
    const text = await evidenceOf(await dispute(attempt));
    for (const name of ['3-D Secure result', 'Consent to the charges', 'Pictures and films shown', 'Device id'])
      expect([name, line(text, name)]).toEqual([name, 'not recorded']);
    expect(line(text, 'Refunds of this payment')).toBe('none');
    expect(line(text, 'Two transactions, two fields')).toBe('not met');
  });

  it('C13 tells that a membership was agreed to, and how', async () => {
    const fan = await world.member();
    await world.settle();
    const text = await evidenceOf(await dispute((await attemptsOf(fan)).find(({ kind }) => kind === 'membership')!));
    expect(line(text, 'Consent to the charges')).toMatch(/^The buyer ticked a box/);
    expect(line(text, 'Time of the consent')).toBe(line(text, 'Ordered'));
    // Nothing of it was ever to be recorded.
    expect(text.split('\n').filter((one) => one === 'Title' || one === 'Text shown')).toEqual([]);
    expect(line(text, 'Shipping address')).toBe('none, as what was bought is online');
  });

  it('tells of a refund of the same payment, and counts no payment that was disputed', async () => {
    const { fan, attempt } = await buyer();
    await world.buy(fan, await world.post('luna'));
    await world.settle();
    await comesFrom(fan, '203.0.113.51', 'device-two');
    const disputed = (await attemptsOf(fan)).find(({ id, kind }) => kind === 'post' && id !== attempt.id)!;
    await reported(attempt, { type: 'refund', amountMinor: 200 });
    await dispute(disputed);
    world.clock.advance(150 * dayMs);
    // The card that a bank took money back from is charged no more.
    await world.subscribe(fan, { number: card.needsAttentionLater });
    await world.settle();
    const known = new Set([attempt.id, disputed.id]);
    const later = (await attemptsOf(fan)).findLast(({ id, kind }) => kind === 'membership' && !known.has(id))!;
    await comesFrom(fan, '203.0.113.51', 'device-two');
    const text = await evidenceOf(await dispute(later));
    expect(line(text, 'Payments of this user')).toMatch(/^2, /);
    expect(line(text, 'Of them matching')).toBe('2, of which 0 by the same card');
    expect(await evidenceOf(await dispute(attempt))).toContain('$2.00, paid back');
  });

  it('holds no card number, and names nobody but the merchant', async () => {
    const { attempt } = await buyer();
    const id = await dispute(attempt);
    const { body } = await open(staff().admin, id);
    const { rawPayload, headers } = await fetchAt(body.data.address, staff().admin);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="dispute-evidence.pdf"',
    });
    const whole = `${rawPayload.toString('latin1')}\n${pdfText(rawPayload)}`;
    expect(whole).not.toMatch(/4242424242424242|backlot|pdfkit/i);
  });

  it('prints a name of any script', async () => {
    const { fan, attempt } = await buyer();
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('users').where({ id: fan.id }).update({ name: 'Ωμέγα Жанна ليلى 美 🎉' }),
    );
    const text = await evidenceOf(await dispute(attempt));
    expect(text).toContain('Ωμέγα');
    expect(text).toContain('Жанна');
    expect(text).toContain('[U+7F8E]');
    expect(text).toContain('[U+1F389]');
    expect(text).not.toContain('�');
  });
});

it.each([
  ['Zoë Ångström', 'Zoë Ångström'],
  ['ليلى', 'ليلى'],
  ['two\nlines\tand\u0000 more', 'two lines and more'],
  ['名', '[U+540D]'],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed);
});

describe('an opening', () => {
  it('is written down with the name of who opened it, and shown in the list', async () => {
    const { fan, attempt } = await buyer();
    const id = await dispute(attempt);
    expect((await open(staff().support, id)).status).toBe(200);
    const { body } = await world.call('GET /api/reports/disputes', {
      as: staff().admin,
      query: { search: fan.email },
    });
    expect(body.data.disputes[0].openings).toMatchObject([{ date: world.clock.now().toISOString() }]);
    expect(body.data.disputes[0].openings[0].by).not.toBe('');
  });

  it('is open to support, admin, sub_admin and the creator alone', async () => {
    const { attempt } = await buyer();
    const id = await dispute(attempt);
    await changeSettings(world, { show_reporting_page_to_content_manager: true });
    const { support, admin, sub_admin, model, content_manager, live_stream_manager, fan } = staff();
    for (const as of [support, admin, sub_admin, model]) expect((await open(as, id)).status).toBe(200);
    for (const as of [content_manager, live_stream_manager, fan])
      expect((await open(as, id)).body.code).toBe('access-denied');
  });

  it('shows the document to whoever made it, for a minute, and to nobody else', async () => {
    const { attempt } = await buyer();
    const { admin, support } = staff();
    const { body } = await open(admin, await dispute(attempt));
    const { address } = body.data as { address: string };
    expect((await fetchAt(address, admin)).statusCode).toBe(200);
    expect((await fetchAt(address, support)).statusCode).toBe(404);
    expect((await fetchAt(address, world.people.mars.admin, 'mars.test')).statusCode).toBe(404);
    expect((await fetchAt(address, null)).statusCode).not.toBe(200);
    world.clock.advance(60_000);
    expect((await fetchAt(address, admin)).statusCode).toBe(404);
  });
});

/** What stands behind a name. */
const line = (text: string, name: string): string | undefined => {
  const lines = text.split('\n');
  return lines[lines.indexOf(name) + 1];
};
