import { dayMs } from '@backlot/domain/formats/when';
import type { ProviderAccount } from '@backlot/contracts/provider-accounts';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveAccount } from '../../src/testing/leave-account.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';

let world: MoneyWorld;
let member: TestPerson;
beforeAll(async () => {
  world = await createMoneyWorld();
  member = await world.member();
  await world.settle();
});
afterAll(() => world.close());

const staff = () => world.people.luna;
const ask = (as: TestPerson = staff().admin) => world.call('GET /api/admin/provider-accounts', { as });
const accounts = async (): Promise<ProviderAccount[]> => (await ask()).body.data.accounts;
const left = async () => (await accounts()).find(({ account }) => !account.is_active)!;
const openItems = async () =>
  (await world.call('GET /api/reports/open-items', { as: staff().admin, query: {} })).body.data.paginationData
    .totalRows;
const inLuna = (work: Parameters<typeof world.database.tenants.write>[1]) =>
  world.database.tenants.write(world.tenants.luna, work);

describe('the accounts with card providers', () => {
  it('tell of the one in use what it charges, and when it took money and told something last', async () => {
    expect(await accounts()).toEqual([
      {
        _id: expect.any(String),
        account: { provider: 'sandbox', currency: 'USD', is_active: true },
        opened_at: expect.any(String),
        draining_since: null,
        members: 1,
        ending: 0,
        under_way: 0,
        open_items: 0,
        last_payment_at: expect.any(String),
        last_notice_at: expect.any(String),
        webhook_url: null,
        may_close: false,
      },
    ]);
  });

  it('are told to the admin alone, and of another site to nobody', async () => {
    for (const role of ['model', 'sub_admin', 'support', 'content_manager', 'fan'] as const)
      expect((await ask(staff()[role])).body.code).toBe('access-denied');
    const [own] = await accounts();
    expect((await ask(world.people.mars.admin)).text).not.toContain(own!._id);
  });

  it('one that the site has left says since when, and may not be closed while it charges members', async () => {
    const [before] = await accounts();
    const id = await leaveAccount(world);
    const [now, old] = await accounts();
    expect(now).toMatchObject({ _id: id, account: { is_active: true }, members: 0, last_notice_at: null });
    expect(old).toMatchObject({
      _id: before!._id,
      account: { is_active: false },
      draining_since: expect.any(String),
      members: 1,
      may_close: false,
    });
  });

  it('answer also on a schema that does not know since when', async () => {
    await withoutColumns(world.databaseUrl, world.tenants.luna, 'provider_accounts', ['draining_since'], async () => {
      expect(await left()).toMatchObject({ draining_since: null, members: 1 });
    });
  });

  it('a left one may be closed once nothing is billed, under way, open or to be disputed there', async () => {
    await inLuna((db) => db('subscription_series').update({ state: 'ended', ended_at: world.clock.now() }));
    const { _id: accountId, ...closable } = await left();
    expect(closable).toMatchObject({ members: 0, may_close: false });
    // What it took last may be disputed until then.
    world.clock.advance(120 * dayMs - 60_000);
    expect(await left()).toMatchObject({ may_close: false });
    world.clock.advance(60_000);
    expect(await left()).toMatchObject({ may_close: true });

    const deliveryId = v7();
    await inLuna((db) =>
      sql`insert into ${table('webhook_deliveries')} (id, account_id, external_id, raw, error)
        values (${deliveryId}, ${accountId}, 'not-understood', '', 'unknown')`.run(db),
    );
    expect(await left()).toMatchObject({ open_items: await openItems(), may_close: false });
    expect(await openItems()).toBe(1);
    await inLuna((db) => db('webhook_deliveries').where({ id: deliveryId }).delete());

    const pending = (state: string) =>
      inLuna((db) =>
        db('payment_attempts')
          .whereIn('intent_id', db('payment_intents').select('id').where({ user_id: member.id, state: 'open' }))
          .update({ state: state as never }),
      );
    await inLuna((db) =>
      sql`insert into ${table('payment_intents')} (id, user_id, kind, amount_minor, currency, quote, idempotency_key, request_hash, state, created_at)
        values (${v7()}, ${member.id}, 'membership', 1999, 'USD', '{}', 'under-way', '', 'open', now())`.run(db),
    );
    await inLuna((db) =>
      sql`insert into ${table('payment_attempts')} (id, intent_id, provider, account_id, state, started_at)
        select ${v7()}::uuid, i.id, 'sandbox', ${accountId}::uuid, 'unknown', ${world.clock.now()}
        from ${table('payment_intents')} i where i.idempotency_key = 'under-way'`.run(db),
    );
    expect(await left()).toMatchObject({ under_way: 1, may_close: false });
    await pending('absent');
    expect(await left()).toMatchObject({ under_way: 0, open_items: 0, may_close: true });
  });

  it('say where a provider is to send its webhooks, with the secret part, where it is told by hand', async () => {
    await inLuna((db) =>
      db('provider_accounts').insert({
        id: v7(),
        provider: 'ccbill',
        currency: 'USD',
        state: 'draining',
        webhook_path: 'secret-part',
        credentials: null,
      }),
    );
    const found = (await accounts()).find(({ account }) => account.provider === 'ccbill');
    expect(found?.webhook_url).toMatch(/\/api\/webhooks\/ccbill\/secret-part$/);
  });

  it('are answered from indexes', async () => {
    await inLuna(async (db) => {
      const { _id: accountId } = await left();
      await sql`insert into ${table('webhook_deliveries')} (id, account_id, external_id, raw, received_at)
        select gen_random_uuid(), ${accountId}::uuid, 'crowd' || n, '', '2024-01-01'::timestamptz + n * interval '1 minute'
        from generate_series(1, 5000) n`.run(db);
    });
    const recorder = recordStatements();
    expect((await ask()).status).toBe(200);
    const [asked] = recorder.stop().filter(({ text }) => text.includes('open_items'));
    const used = await indexesAskedBy(world.databaseUrl, asked!);
    for (const index of ['deliveries_of_account', 'series_billed_by_account', 'attempts_taken_of_account'])
      expect(used).toContain(index);
  });
});
