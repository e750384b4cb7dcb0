import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyHistory } from '../../src/apply/apply-history.ts';
import type { DeclaredEvent } from '../../src/apply/make-past.ts';
import { readSite, type DeclaredSite } from '../../src/apply/read-site.ts';
import { importPeople } from '../../src/features/accounts/index.ts';
import { earningsByDay } from '../../src/features/ledger/index.ts';
import { reconcileAccountsJob } from '../../src/features/checkout/reconciliation/read-reports.ts';
import { renewMembershipJob } from '../../src/features/memberships/renew-memberships.ts';
import { cardFiltersOf, storedCardsOf } from '../../src/features/reports/cards/list-stored-cards.ts';
import { listPayments } from '../../src/features/reports/list-payments.ts';
import { rowsLeftBy } from '../../src/testing/rows-left-by.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { balancesOf } from '../../src/testing/wallets.ts';

const day = 86_400_000;
const now = new Date('2026-03-10T12:00:00Z');
const ago = (days: number): Date => new Date(now.getTime() - days * day);
const tenants = fileURLToPath(new URL('../../../../tenants', import.meta.url));

const siteOf = (history: readonly DeclaredEvent[]) => ({ history }) as unknown as DeclaredSite;

/** A locked post of nine dollars that came with the site, its picture still to be made. */
const declaredPost = (key: string) => ({
  id: v7(),
  title: key,
  caption: '',
  visibility: 'locked' as const,
  amount_minor: 900,
  currency: 'USD',
  private_blur: true,
  caption_blur: false,
  publish_at: ago(100),
  photo_count: 1,
  media_waiting: 1,
  source_key: key,
  created_at: ago(100),
});

/** Pays, renews and cancels through the calls, with the clock where each fact has it. */
async function live(
  world: MoneyWorld,
  person: TestPerson,
  facts: ReadonlyArray<Omit<DeclaredEvent, 'person'> | { kind: 'renewal'; at: Date }>,
  posts: ReadonlyMap<string, string>,
): Promise<void> {
  let isFirst = true;
  for (const fact of facts) {
    world.clock.set('at' in fact ? fact.at : ago(fact.daysAgo));
    const { tenant } = person;
    if (fact.kind === 'renewal') {
      const work = { ctx: world.ctx, tenant, payload: { userId: person.id }, attempt: 1, log: world.ctx.log };
      await renewMembershipJob.run(work);
      continue;
    }
    const answer =
      fact.kind === 'subscription'
        ? await world.subscribe(person, isFirst ? {} : { stored: true })
        : fact.kind === 'unlock'
          ? await world.buy(person, posts.get(fact.post!)!)
          : await world.call('POST /api/cancel-subscription', { as: person, body: {} });
    expect(answer.status, answer.text).toBe(200);
    isFirst = false;
  }
}

describe('the past of demo people', () => {
  let world: MoneyWorld;
  const posts = new Map<string, string>();
  beforeAll(async () => {
    // Whose password changed later than a session began is logged out.
    world = await createMoneyWorld({ at: ago(100) });
    world.clock.set(now);
    const rows = ['bowl', 'cup'].map(declaredPost);
    for (const { id, source_key: key } of rows) posts.set(key, id);
    await world.database.tenants.write(world.tenants.luna, (db) => db('posts').insert(rows));
  });
  beforeEach(() => world.clock.set(now));
  afterAll(() => world.close());
  const again = () =>
    world.database.tenants.write(world.tenants.luna, (db) => db('applied').where({ name: 'history' }).delete());
  const apply = (...history: DeclaredEvent[]) => applyHistory(world.ctx, world.tenants.luna, siteOf(history));
  const read = <T>(look: (db: TenantDb) => Promise<T>) => world.database.tenants.read(world.tenants.luna, look);
  const charged = async () => Object.fromEntries(await world.charged());
  const booked = async () => Object.fromEntries(await world.booked());

  it('is what the calls and the renewals would have written, row by row', { timeout: 60_000 }, async () => {
    const facts = {
      stays: [
        { kind: 'subscription', daysAgo: 70 },
        { kind: 'unlock', post: 'bowl', daysAgo: 60.25 },
        { kind: 'renewal', at: new Date('2026-01-30T12:00:00Z') },
        { kind: 'unlock', post: 'cup', daysAgo: 20 },
        { kind: 'renewal', at: new Date('2026-02-28T12:00:00Z') },
      ],
      leaves: [
        { kind: 'subscription', daysAgo: 40 },
        { kind: 'cancel', daysAgo: 35 },
      ],
      returns: [
        { kind: 'subscription', daysAgo: 90 },
        { kind: 'cancel', daysAgo: 80 },
        { kind: 'subscription', daysAgo: 10.5 },
        { kind: 'unlock', post: 'bowl', daysAgo: 3 },
      ],
    } as const;
    const history: DeclaredEvent[] = [];
    const pairs: Array<[TestPerson, TestPerson]> = [];
    await world.database.tenants.write(world.tenants.luna, (db) => db('posts').update({ media_waiting: 0 }));
    for (const [name, own] of Object.entries(facts)) {
      const pair: [TestPerson, TestPerson] = [
        await world.person('luna', `calls-${name}`),
        await world.person('luna', `past-${name}`),
      ];
      await live(world, pair[0], own, posts);
      for (const fact of own) if (fact.kind !== 'renewal') history.push({ ...fact, person: pair[1].email });
      pairs.push(pair);
    }
    await world.database.tenants.write(world.tenants.luna, (db) => db('posts').update({ media_waiting: 1 }));
    world.clock.set(now);
    await apply(...history);
    for (const [called, past] of pairs) {
      const rows = await read((db) => rowsLeftBy(db, past.id));
      expect(rows.intents.length).toBeGreaterThan(0);
      expect(await read((db) => rowsLeftBy(db, called.id))).toMatchObject(rows);
    }
  });

  it('happens once, in the books and at the provider, and leaves nobody logged in', async () => {
    await again();
    const fan = await world.person('luna', 'once');
    const [before, webhooks] = [await booked(), await world.twin.control.webhooks()];
    for (const _time of ['once', 'again']) await apply({ person: fan.email, kind: 'subscription', daysAgo: 5 });
    expect(Object.keys(await booked())).toHaveLength(Object.keys(before).length + 1);
    expect(await booked()).toEqual(await charged());
    expect(await read((db) => db('payment_intents').where({ user_id: fan.id }).pluck('state'))).toEqual(['succeeded']);
    expect(await read((db) => db('sessions').where({ user_id: fan.id }).pluck('id'))).toEqual([]);
    const sent = (await world.twin.control.webhooks()).filter(({ attempts }) => attempts > 0);
    expect(sent).toHaveLength(webhooks.filter(({ attempts }) => attempts > 0).length);
  });

  it('tells nobody by mail of money that went back then', async () => {
    await again();
    const fan = await world.person('luna', 'past-refunded');
    await apply(
      { person: fan.email, kind: 'subscription', daysAgo: 9 },
      { person: fan.email, kind: 'unlock', post: 'bowl', daysAgo: 8 },
      { person: fan.email, kind: 'refund', post: 'bowl', daysAgo: 7 },
    );
    await world.runJobs();
    const back = await read((db) => db('payment_reversals').where({ state: 'succeeded' }).select('id'));
    const mails = await new Mailbox(join(world.dataDir, 'mailbox')).list(1000);
    expect([back.length > 0, mails.filter(({ to }) => to.includes(fan.email))]).toEqual([true, []]);
  });

  it('that was told to the provider and not written, as after a kill, is charged there once', async () => {
    await again();
    const fan = await world.person('luna', 'cut off');
    const write = world.database.tenants.write.bind(world.database.tenants);
    let writes = 0;
    const cut = {
      ...world.ctx,
      database: {
        ...world.database,
        tenants: {
          ...world.database.tenants,
          read: world.database.tenants.read.bind(world.database.tenants),
          write: (...call: Parameters<typeof write>) =>
            (writes += 1) === 2 ? Promise.reject(new Error('cut off')) : write(...call),
        },
      },
    } as unknown as MoneyWorld['ctx'];
    const site = siteOf([{ person: fan.email, kind: 'subscription', daysAgo: 9 }]);
    await expect(applyHistory(cut, world.tenants.luna, site)).rejects.toThrow('cut off');
    expect(await booked()).not.toEqual(await charged());
    await applyHistory(world.ctx, world.tenants.luna, site);
    expect(await booked()).toEqual(await charged());
  });

  it('passes over what the rules refuse, and whoever is a member by themselves', async () => {
    await again();
    const [guest, twice] = [await world.person('luna', 'guest'), await world.person('luna', 'twice')];
    const member = await world.member();
    await apply(
      { person: guest.email, kind: 'unlock', post: 'bowl', daysAgo: 8 },
      { person: guest.email, kind: 'cancel', daysAgo: 7 },
      { person: twice.email, kind: 'unlock', post: 'bowl', daysAgo: 41 },
      { person: twice.email, kind: 'subscription', daysAgo: 40 },
      { person: twice.email, kind: 'subscription', daysAgo: 39 },
      { person: twice.email, kind: 'unlock', post: 'bowl', daysAgo: 9 },
      { person: twice.email, kind: 'unlock', post: 'bowl', daysAgo: 8 },
      { person: twice.email, kind: 'unlock', post: 'no such post', daysAgo: 8 },
      { person: member.email, kind: 'unlock', post: 'bowl', daysAgo: 8 },
    );
    const boughtBy = (person: TestPerson) =>
      read((db) => db('payment_intents').where({ user_id: person.id }).orderBy('created_at').pluck('kind'));
    expect(await boughtBy(guest)).toEqual([]);
    expect(await boughtBy(twice)).toEqual(['membership', 'renewal', 'post']);
    expect(await boughtBy(member)).toEqual(['membership']);
  });

  it('is refused where it names somebody who is not there, or money back of what was not bought or paid', async () => {
    const fan = await world.person('luna', 'mistaken');
    const bought: DeclaredEvent[] = [
      { person: fan.email, kind: 'subscription', daysAgo: 12 },
      { person: fan.email, kind: 'unlock', post: 'bowl', daysAgo: 9 },
    ];
    const back = { person: fan.email, kind: 'refund', post: 'bowl', daysAgo: 2 } as const;
    for (const [fact, problem] of [
      [{ person: 'nobody@x.example', kind: 'cancel', daysAgo: 1 }, 'who is not among its people'],
      [{ ...back, post: 'no such post' }, "a refund of 'no such post'"],
      [{ ...back, kind: 'chargeback', post: 'cup' }, "a chargeback of 'cup'"],
      [{ ...back, daysAgo: 10 }, 'had not bought'],
      [{ ...back, amount: 50 }, 'does not fit what was paid'],
    ] as const)
      await expect(again().then(() => apply(...bought, fact))).rejects.toThrow(problem);
  });

  it('goes on: it renews with its card, and what it paid can be given back', async () => {
    await again();
    const fan = await world.person('luna', 'goes on');
    await apply({ person: fan.email, kind: 'subscription', daysAgo: 5 });
    const first = await read((db) =>
      sql<{ charge: string; minor: number }>`
        select a.provider_ref as charge, a.taken_minor as minor from ${table('payment_attempts')} a
          join ${table('payment_intents')} i on i.id = a.intent_id where i.user_id = ${fan.id}`.one(db),
    );
    const due = await read((db) => db('subscriptions').where({ user_id: fan.id }).first('next_billing_at'));
    world.clock.set(due!.next_billing_at!);
    await live(world, fan, [{ kind: 'renewal', at: due!.next_billing_at! }], posts);
    const states = () =>
      read((db) => db('payment_intents').where({ user_id: fan.id }).orderBy('created_at').pluck('state'));
    expect(await states()).toEqual(['succeeded', 'succeeded']);
    await world.refund(first.charge, first.minor);
    await world.settle();
    const totals = await read((db) => db('user_totals').where({ user_id: fan.id }).first());
    expect(totals).toMatchObject({ refunded_minor: first.minor });
  });
});

describe.each(['clay', 'patch', 'ridge'])('the past of %s', (slug) => {
  let world: MoneyWorld;
  let site: DeclaredSite;
  beforeAll(async () => {
    world = await createMoneyWorld({ at: now });
    const folder = join(tenants, slug);
    site = await readSite(folder, slug);
    const { luna } = world.tenants;
    await importPeople(
      world.ctx,
      luna,
      site.people
        .filter(({ role }) => role === 'user')
        .map(({ email, name, role, joinedDaysAgo = 100 }) => ({
          email,
          name,
          role,
          password: null,
          joinedAt: ago(joinedDaysAgo),
        })),
    );
    await world.database.tenants.write(luna, (db) =>
      db('posts').insert(
        site.posts.map(({ key, visibility, amount, daysAgo }) => ({
          ...declaredPost(key),
          visibility,
          amount_minor: visibility === 'locked' ? (amount ?? 0) * 100 : null,
          publish_at: ago(daysAgo),
        })),
      ),
    );
    await applyHistory(world.ctx, luna, { ...site, history: site.history.map(withoutReason) });
  });
  afterAll(() => world.close());
  const read = <T>(look: (db: TenantDb) => Promise<T>) => world.database.tenants.read(world.tenants.luna, look);

  it('has the purchases that are declared, and the books, the lists and the provider agree on them', async () => {
    const kinds = await read((db) => db('payment_intents').pluck('kind'));
    const of = (kind: string) => kinds.filter((one) => one === kind).length;
    const declared = (kind: string) => site.history.filter((one) => one.kind === kind).length;
    expect(of('membership')).toBe(declared('subscription'));
    // Who is no member any more could not buy.
    expect(of('post')).toBeGreaterThan(declared('unlock') * 0.9);
    expect(of('renewal')).toBeGreaterThan(0);
    const charged = await world.charged();
    expect(await world.booked()).toEqual(charged);
    const taken = [...charged.values()].reduce((sum, minor) => sum + minor, 0);
    const back: number[] = await read((db) => db('payment_reversals').pluck('amount_minor'));
    const kept = taken - back.reduce((sum, minor) => sum + minor, 0);
    const { sums, totalRows } = await read((db) => listPayments(db, { limit: 1 }));
    expect([sums.get('USD'), totalRows]).toEqual([kept, charged.size + back.length]);
    const earned = await read((db) => earningsByDay(db, ago(200), 'UTC', 'USD'));
    expect(earned.reduce((sum, { minor }) => sum + minor, 0)).toBe(kept);
    const spent = await read((db) => db('user_totals').pluck('spent_minor'));
    expect(spent.reduce((sum: number, minor: number) => sum + minor, 0)).toBe(taken);
    expect(await read((db) => db('entitlements').pluck('id'))).toHaveLength(of('post'));
  });

  it('has the refunds and chargebacks that are declared: what they paid for is closed, and a card charged back is barred', async () => {
    const reversals = await read((db) =>
      sql<{ kind: string; state: string; isWhole: boolean; isClosed: boolean; isBarred: boolean }>`
        select r.kind, r.state, r.amount_minor = a.taken_minor as "isWhole", e.revoked_at is not null as "isClosed",
          c.barred_at is not null as "isBarred"
        from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
          join ${table('payment_intents')} i on i.id = a.intent_id join ${table('payment_instruments')} c on c.id = a.instrument_id
          join ${table('entitlements')} e on e.user_id = i.user_id and e.content_id = i.content_id`.all(db),
    );
    for (const kind of ['refund', 'chargeback'] as const) {
      const declared = site.history.filter((one) => one.kind === kind);
      expect(declared.length).toBeGreaterThan(1);
      expect(reversals.filter((one) => one.kind === kind)).toHaveLength(declared.length);
    }
    expect(reversals.some(({ isWhole }) => !isWhole)).toBe(true);
    for (const { kind, state, isWhole, isClosed, isBarred } of reversals)
      expect([state, isClosed, isBarred]).toEqual(['succeeded', isWhole, kind === 'chargeback']);
    expect((await balancesOf(world)).sum).toBe(0);
  });

  it('has the consent to renewals with every card, and among the cards one that expired and one that soon will', async () => {
    const all = await read((db) => storedCardsOf(db, cardFiltersOf({}, 'UTC', now), { limit: 500, offset: 0 }));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter(({ consented_at: at }) => at === null)).toEqual([]);
    const states = all.map(({ state }) => state).filter((state) => state === 'expired' || state === 'expiring');
    expect(states.toSorted()).toEqual(['expired', 'expiring']);
    for (const { month, year, last_used_at: used } of all)
      expect(Date.UTC(year, month, 1), used).toBeGreaterThan(Date.parse(used));
  });

  it("has its last day in the provider's report, which agrees with the books line by line", async () => {
    const { ctx, tenants: sites } = world;
    await reconcileAccountsJob.run({ ctx, tenant: sites.luna, payload: {}, attempt: 1, log: ctx.log });
    const lines = await read((db) => db('report_lines').select('state', 'type'));
    const paid = await read((db) => db('payment_attempts').where('settled_at', '>=', ago(1)).pluck('id'));
    expect(lines).toHaveLength(paid.length);
    expect(lines.length).toBeGreaterThan(0);
    expect([...new Set(lines.map(({ state }) => state))]).toEqual(['agrees']);
  });

  it('is spread over three months, and not of the same minute', async () => {
    const times = await read((db) => db('payment_intents').orderBy('created_at').pluck('created_at'));
    const minutes = new Set(times.map((at: Date) => at.toISOString().slice(0, 16)));
    const days = new Set(times.map((at: Date) => at.toISOString().slice(0, 10)));
    expect(minutes.size).toBeGreaterThan(times.length * 0.8);
    expect(days.size).toBeGreaterThan(60);
    const clocks = new Set(times.map((at: Date) => at.toISOString().slice(11, 13)));
    expect(clocks.size).toBeGreaterThan(18);
  });
});

/** The world's site asks for none of these reasons. */
const withoutReason = ({ reason: _reason, ...event }: DeclaredEvent): DeclaredEvent => event;
