import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, table } from '@backlot/database/sql';
import { fewestStatements, indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { saveSettings } from '../../src/features/sites/index.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { makePost } from '../../src/testing/posting.ts';

let world: MoneyWorld;
let rich: TestPerson;
let member: TestPerson;
let postId: string;

beforeAll(async () => {
  world = await createMoneyWorld();
  member = await world.person('luna', 'Ánna-Müller');
  rich = await world.person('luna', 'Zoë Smith');
  postId = (await makePost(world, world.people.luna.model, { amount: 25, title: 'Moon jar' }))._id;
  await world.subscribe(member);
  await world.subscribe(rich);
  await world.buy(rich, postId, { amount: 25 });
  await world.settle();
}, 60_000);
afterAll(() => world.close());

const fans = async (as: TestPerson, body: Record<string, unknown> = {}, query: Record<string, string | number> = {}) =>
  await world.call('POST /api/users/get_users_list', { as, body, query });
const payments = async (as: TestPerson, query: Record<string, string | number> = {}) =>
  await world.call('GET /api/admin/get_transactions_details', { as, query });
const settings = async (values: Record<string, boolean | string>) => {
  await world.database.tenants.write(world.tenants.luna, (db) => saveSettings(db, values, null, world.clock.now()));
  for (const [key, value] of Object.entries(values)) {
    await expect
      .poll(
        async () => ((await world.ctx.settings.of(world.tenants.luna)) as unknown as Record<string, unknown>)[key],
        { timeout: 20_000 },
      )
      .toBe(value);
  }
};
const names = (answer: { body: any }) => answer.body.data.users.map((user: { name: string }) => user.name);

describe('the list of subscribers', () => {
  it('ADMIN-02 ADMIN-04 carries what each fan has paid and how the membership stands', async () => {
    const { body } = await fans(world.people.luna.admin);
    expect(body.data.paginationData).toMatchObject({ limit: 20, currentPage: 1, totalPages: 1 });
    expect(body.data.counts).toEqual({
      all: body.data.paginationData.totalRows,
      '0': body.data.paginationData.totalRows - 2,
      '1': 0,
      '2': 2,
      failed: 0,
    });
    const row = body.data.users.find((user: { _id: string }) => user._id === rich.id);
    expect(row).toMatchObject({
      email: rich.email,
      ccbill_subscription_status: '2',
      total_amount_spent: 44.99,
      total_refund_amount: 0,
      total_chargeback_count: 0,
      total_void_amount: 0,
      is_photo_id_accepted: false,
      expiration_date: expect.any(String),
      next_billing_date: expect.any(String),
    });
  });
  it.each([
    ['smi', ['Zoë Smith']],
    ['ZOË', ['Zoë Smith']],
    ['müll', ['Ánna-Müller']],
    ['zoë smith', ['Zoë Smith']],
    ["o'; drop", []],
    ['<>&!', []],
  ])('finds people by the beginning of any word: %s', async (search, found) => {
    expect(names(await fans(world.people.luna.model, { search }))).toEqual(found);
  });
  it('finds an address by its parts, and only on its own site', async () => {
    expect(names(await fans(world.people.luna.model, { search: world.people.luna.stranger.email }))).toEqual([
      'stranger',
    ]);
    expect(names(await fans(world.people.mars.model, { search: 'smith' }))).toEqual([]);
  });
  it('filters by status and sorts by spending', async () => {
    expect(names(await fans(world.people.luna.model, { status: '2', sort: 'name' }))).toEqual([
      'Zoë Smith',
      'Ánna-Müller',
    ]);
    expect(names(await fans(world.people.luna.model, { sort: 'total_amount_spent' })).slice(0, 2)).toEqual([
      'Zoë Smith',
      'Ánna-Müller',
    ]);
    expect(
      names(await fans(world.people.luna.model, { sort: 'expiration_date', direction: 'desc' }))
        .slice(0, 2)
        .sort(),
    ).toEqual(['Zoë Smith', 'Ánna-Müller']);
    expect((await fans(world.people.luna.model, { status: '1' })).body.data.paginationData.totalRows).toBe(0);
  });
  it('asks the same few statements whatever the page', async () => {
    await fans(world.people.luna.admin);
    const statements = await fewestStatements(4, () => fans(world.people.luna.admin));
    expect(statements.length).toBeLessThanOrEqual(4);
  });
  it('the search is answered from its index', async () => {
    const { luna } = world.tenants;
    // So many that an index of all fans, read to its end, costs more.
    await world.database.tenants.write(luna, (db) =>
      sql`insert into ${table('users')} (id, email, email_key, name, role, password_hash, created_at)
        select gen_random_uuid(), 'crowd' || n || '@x.example', 'crowd' || n || '@x.example', 'Crowd ' || n, 'user', 'none', now()
        from generate_series(1, 3000) n`.run(db),
    );
    try {
      const recording = recordStatements();
      await fans(world.people.luna.model, { search: 'smi' });
      const asked = recording.stop().filter(({ values }) => values.includes("'smi':*"));
      // How many were found, and a page of them.
      expect(asked).toHaveLength(2);
      for (const statement of asked)
        expect(await indexesAskedBy(world.databaseUrl, statement)).toContain('users_by_words');
    } finally {
      await world.database.tenants.write(luna, (db) => db('users').where('email', 'like', 'crowd%@x.example').delete());
    }
  });
});

describe('one fan', () => {
  const one = (id: string, as = world.people.luna.model) => world.call(`GET /api/reports/fans/${id}`, { as });
  it('is told as in the list, with what happened to the membership and the payments of nobody else', async () => {
    const { fan, membership } = (await one(rich.id)).body.data;
    const listed = (await fans(world.people.luna.model, { search: 'zoë' })).body.data.users[0];
    expect(fan).toEqual(listed);
    expect(membership).toEqual([
      { kind: 'started', at: expect.stringMatching(/^2026-03-10/), ends_at: listed.expiration_date },
    ]);
    const paid = (await payments(world.people.luna.model, { user_id: rich.id })).body.data;
    expect(paid).toMatchObject({ sum: 44.99, paginationData: { totalRows: 2 } });
  });
  it('is also told of who bought something and became staff since', async () => {
    const become = (role: 'user' | 'support') =>
      world.database.tenants.write(world.tenants.luna, (db) => db('users').where({ id: rich.id }).update({ role }));
    await become('support');
    try {
      expect((await one(rich.id)).body.data.fan).toMatchObject({ _id: rich.id, name: 'Zoë Smith' });
    } finally {
      await become('user');
    }
  });
  it('is nobody who is no fan of this site', async () => {
    for (const [id, as] of [
      [world.people.luna.support.id, world.people.luna.model],
      [rich.id, world.people.mars.model],
    ] as const)
      expect((await one(id, as)).body.code).toBe('not-found');
  });
});

describe('the list of transactions', () => {
  it('shows purchases newest first with their sum', async () => {
    const { body } = await payments(world.people.luna.support);
    expect(body.data.transactions.map(({ kind, state, amount }: any) => [kind, state, amount])).toEqual([
      ['post', 'succeeded', 25],
      ['membership', 'succeeded', 19.99],
      ['membership', 'succeeded', 19.99],
    ]);
    expect(body.data).toMatchObject({ sum: 64.98, currency: 'USD' });
    expect(body.data.transactions[0]).toMatchObject({
      user: { _id: rich.id, name: 'Zoë Smith' },
      content: { _id: postId, title: 'Moon jar' },
      card: { last4: '4242' },
    });
  });
  it('filters by person, kind and day', async () => {
    expect((await payments(world.people.luna.admin, { search: 'müller' })).body.data).toMatchObject({
      sum: 19.99,
      paginationData: { totalRows: 1 },
    });
    const [one] = (await payments(world.people.luna.admin, { kind: 'post' })).body.data.transactions;
    expect((await payments(world.people.luna.admin, { search: one.transactionId })).body.data.transactions).toEqual([
      one,
    ]);
    expect((await payments(world.people.luna.admin, { from: '2026-03-11' })).body.data.transactions).toEqual([]);
    expect(
      (await payments(world.people.luna.admin, { from: '2026-03-10', to: '2026-03-10' })).body.data.paginationData
        .totalRows,
    ).toBe(3);
    expect((await payments(world.people.luna.admin, { from: 'yesterday' })).body.code).toBe('invalid-request');
  });
  it('another site shows none of them', async () => {
    expect((await payments(world.people.mars.admin)).body.data).toMatchObject({ transactions: [], sum: 0 });
  });
});

describe('a content manager', () => {
  it('ROLE-33 opens subscribers and transactions only while the site shows them and earnings are not hidden', async () => {
    const as = world.people.luna.content_manager;
    const statuses = async () => [(await fans(as)).status, (await payments(as)).status];
    expect(await statuses()).toEqual([403, 403]);
    await settings({ show_reporting_page_to_content_manager: true });
    expect(await statuses()).toEqual([200, 200]);
    await settings({ hide_earnings: true });
    expect(await statuses()).toEqual([403, 403]);
    expect((await world.call('GET /api/admin/home', { as })).body.data).toMatchObject({
      earnings: null,
      members: null,
    });
    expect((await fans(world.people.luna.sub_admin)).status).toBe(200);
    await settings({ hide_earnings: false, show_reporting_page_to_content_manager: false });
  });
});

describe('the home of the creator area', () => {
  const home = async (as = world.people.luna.model) => (await world.call('GET /api/admin/home', { as })).body.data;

  it("tells earnings of the site's own day and of thirty days", async () => {
    const { earnings, members, currency } = await home();
    expect(currency).toBe('USD');
    expect(earnings).toMatchObject({ today: 64.98, same_weekday_last_week: 0, thirty_days: 64.98 });
    expect(earnings.days).toHaveLength(30);
    expect(earnings.days.at(-1)).toEqual({ date: '2026-03-10', membership: 39.98, post: 25 });
    expect(earnings.hours).toHaveLength(24);
    expect(earnings.hours[11]).toEqual({ hour: 11, today: 0, last_week: 0 });
    expect(earnings.hours[12]).toEqual({ hour: 12, today: 64.98, last_week: 0 });
    expect(earnings.hours[13].today).toBeNull();
    expect(members).toEqual({ active: 2, cancelled: 0, new_today: 2, new_thirty_days: 2 });
  });
  it('members are counted one way: the first screen and the list of fans tell the same numbers, also of who cancelled', async () => {
    const cancel = (at: Date | null) =>
      world.database.tenants.write(world.tenants.luna, (db) =>
        db('subscriptions')
          .where({ user_id: member.id })
          .update({ cancelled_at: at, status: at === null ? '2' : '1' }),
      );
    await cancel(world.clock.now());
    const { members } = await home();
    const { counts } = (await fans(world.people.luna.model)).body.data;
    expect(members).toMatchObject({ active: 2, cancelled: 1 });
    expect([counts['1'] + counts['2'], counts['1']]).toEqual([members.active, members.cancelled]);
    await cancel(null);
  });
  it('a site elsewhere on earth has another day', async () => {
    await settings({ timezone: 'Pacific/Auckland' });
    const { earnings } = await home();
    expect(earnings.days.at(-1)).toMatchObject({ date: '2026-03-11', post: 25 });
    await settings({ timezone: 'UTC' });
  });
  it('compares with the same weekday a week ago', async () => {
    const before = world.clock.now();
    world.clock.advance(7 * 86_400_000);
    const { earnings } = await home();
    expect(earnings).toMatchObject({ today: 0, same_weekday_last_week: 64.98, thirty_days: 64.98 });
    expect(earnings.hours[23].last_week).toBe(64.98);
    world.clock.set(before);
  });
  it('names what needs attention, and nothing else', async () => {
    expect((await home()).attention).toEqual([]);
    await makePost(world, world.people.luna.model, { date: '2026-05-01T00:00:00Z' });
    expect((await home()).attention).toEqual([{ kind: 'scheduled', count: 1, href: '/admin/posts?state=scheduled' }]);
  });
  it('counts the renewals that failed and are waited for, and leads to the list of those', async () => {
    const hour = 3_600_000;
    const now = world.clock.now().getTime();
    const as = (change: object) =>
      world.database.tenants.write(world.tenants.luna, (db) =>
        db('subscriptions').where({ user_id: member.id }).update(change),
      );
    const before = await world.database.tenants.read(
      world.tenants.luna,
      async (db) => (await db('subscriptions').where({ user_id: member.id }).first())!,
    );
    const end = (hoursAgo: number) => ({ ends_at: new Date(now - hoursAgo * hour) });
    const declined = {
      ...end(25),
      status: '0',
      status_until: null,
      failed_renewals: 1,
      rebill_failed_at: new Date(now),
    };
    const seen = async () => {
      const entry = (await home()).attention.find(({ kind }: { kind: string }) => kind === 'renewal_failed');
      const href: string = entry?.href ?? '/admin/subscribers?status=failed';
      const { body } = await fans(world.people.luna.model, {
        status: new URL(href, 'http://a').searchParams.get('status'),
      });
      const csv = (
        await world.call('POST /api/reports/exports', {
          as: world.people.luna.model,
          body: { list: 'fans', fans: { status: 'failed' } },
        })
      ).body.data.csv as string;
      expect([body.data.counts.failed, body.data.paginationData.totalRows]).toEqual([
        entry?.count ?? 0,
        entry?.count ?? 0,
      ]);
      expect(csv.includes(member.email)).toBe(entry !== undefined);
      return names({ body });
    };
    const shown: Array<[string, object]> = [
      ['declined', declined],
      ['declined, and open to its member meanwhile', { ...declined, status: '2', status_until: new Date(now + hour) }],
      ['over its grace, and nothing was told of it', { ...end(24), status: '2', status_until: new Date(now) }],
    ];
    const hidden: Array<[string, object]> = [
      ['in its grace', { ...end(23), status: '2', status_until: new Date(now + hour) }],
      ['under way', { ...end(25), renewal_open: true, status_until: null }],
      ['given up', { ...declined, ended_at: new Date(now), stopped_by: 'lapse' }],
      ['cancelled', { ...declined, cancelled_at: new Date(now) }],
      ['of what was given', { ...end(25), is_complimentary: true, status: '0', status_until: null }],
    ];
    for (const [what, change] of [...shown, ...hidden]) {
      await as({ ...before, ...change });
      expect([what, await seen()]).toEqual([what, shown.some(([one]) => one === what) ? ['Ánna-Müller'] : []]);
    }
    await as(before);
  });
  it('ROLE-33 a content manager sees earnings unless they are hidden, and is sent only to pages that are open to them', async () => {
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('subscriptions').where({ user_id: member.id }).update({ rebill_failed_at: world.clock.now() }),
    );
    const seen = async (as?: TestPerson) => {
      const { earnings, attention } = await home(as ?? world.people.luna.content_manager);
      return [earnings?.thirty_days ?? null, attention.some(({ kind }: { kind: string }) => kind === 'renewal_failed')];
    };
    expect(await seen(world.people.luna.model)).toEqual([64.98, true]);
    expect(await seen()).toEqual([64.98, false]);
    await settings({ show_reporting_page_to_content_manager: true });
    expect(await seen()).toEqual([64.98, true]);
    await settings({ hide_earnings: true });
    expect(await seen()).toEqual([null, false]);
    await settings({ hide_earnings: false, show_reporting_page_to_content_manager: false });
  });
});

describe('a list as a file', () => {
  const ask = async (as: TestPerson, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    world.call('POST /api/reports/exports', { as, body, headers });
  const linesOf = (csv: string) =>
    csv
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');

  it("holds all rows that match, with the currency and the words of the screen, on the site's clock", async () => {
    await settings({ timezone: 'Pacific/Auckland' });
    const { body } = await ask(world.people.luna.model, { list: 'transactions', transactions: { kind: 'post' } });
    expect(body.data).toMatchObject({
      state: 'ready',
      rows: 1,
      file_name: expect.stringMatching(/^transactions-\d{4}-\d\d-\d\d\.csv$/),
    });
    const [head, row, ...more] = linesOf(body.data.csv);
    expect(head).toBe(
      'Date (Pacific/Auckland),Reference,Fan,Email,What,Post,Status,Refund or chargeback,Paid with,Card,Amount,Currency',
    );
    expect(row).toMatch(/^2026-03-11 01:\d\d,[^,]+,Zoë Smith,[^,]+,Unlock,Moon jar,Paid,,Card,Visa ···· 4242,25,USD$/);
    expect(more).toEqual([]);
    await settings({ timezone: 'UTC' });
    const fansFile = (await ask(world.people.luna.model, { list: 'fans', fans: { status: '2', sort: 'name' } })).body
      .data;
    expect(linesOf(fansFile.csv).map((line) => line.split(',')[0])).toEqual(['Name', 'Zoë Smith', 'Ánna-Müller']);
    const bought = (await ask(world.people.luna.model, { list: 'purchases', blog_id: postId })).body.data;
    expect(linesOf(bought.csv).at(-1)).toMatch(/^Zoë Smith,.*,Open,25,USD$/);
  });

  it.each([
    ['fans', 'Name,E-Mail,'],
    ['transactions', 'Datum (UTC),'],
  ])("%s speaks the reader's language", async (list, start) => {
    const reader = await world.person('luna', `Leser ${list}`, 'sub_admin');
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('users').where({ id: reader.id }).update({ language: 'de' }),
    );
    expect(linesOf((await ask(reader, { list })).body.data.csv)[0]).toContain(start);
  });

  it('is for who may open the list: support has payments alone, a content manager what the site allows', async () => {
    const code = async (as: TestPerson, list: string) =>
      (await ask(as, { list, blog_id: postId })).body.code ?? 'given';
    const { support, content_manager: manager } = world.people.luna;
    expect([
      await code(support, 'transactions'),
      await code(support, 'fans'),
      await code(support, 'purchases'),
    ]).toEqual(['given', 'access-denied', 'access-denied']);
    await settings({ enable_csv_download_for_content_managers: true });
    expect(await code(manager, 'fans')).toBe('access-denied');
    await settings({ enable_csv_download_for_content_managers: false, show_reporting_page_to_content_manager: true });
    expect(await code(manager, 'fans')).toBe('access-denied');
    await settings({ enable_csv_download_for_content_managers: true });
    expect(await code(manager, 'fans')).toBe('given');
    await settings({ enable_csv_download_for_content_managers: false, show_reporting_page_to_content_manager: false });
    expect(
      (await ask(world.people.luna.model, { list: 'purchases', blog_id: '00000000-0000-7000-8000-000000000000' })).body
        .code,
    ).toBe('not-found');
    expect((await ask(world.people.luna.model, { list: 'purchases' })).body.code).toBe('invalid-request');
  });

  it('of many rows is written by a job, once, and read by nobody else', async () => {
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db.raw(
        `insert into ?? (id, email, email_key, name, role, password_hash, created_at) select gen_random_uuid(), 'many' || n || '@x.example', 'many' || n || '@x.example', 'Many ' || n, 'user', 'none', now() from generate_series(1, 4100) n`,
        [db.table('users')] as never,
      ),
    );
    const { model, admin } = world.people.luna;
    const first = (await ask(model, { list: 'fans' })).body.data;
    expect(first).toMatchObject({ state: 'working', csv: null });
    expect((await ask(model, { list: 'fans' })).body.data._id).toBe(first._id);
    await world.settle();
    const done = (await world.call(`GET /api/reports/exports/${first._id}`, { as: model })).body.data;
    const all = (await fans(model)).body.data.paginationData.totalRows;
    expect(done).toMatchObject({ state: 'ready', rows: all, parts: 3 });
    const parts = await Promise.all(
      [0, 1, 2].map(
        async (part) =>
          (await world.call(`GET /api/reports/exports/${first._id}/parts/${part}`, { as: model })).body.data
            .csv as string,
      ),
    );
    const lines = linesOf(parts.join(''));
    expect(lines).toHaveLength(all + 1);
    expect(new Set(lines).size).toBe(lines.length);
    for (const as of [admin, world.people.mars.model]) {
      expect((await world.call(`GET /api/reports/exports/${first._id}`, { as })).body.code).toBe('not-found');
      expect((await world.call(`GET /api/reports/exports/${first._id}/parts/0`, { as })).body.code).toBe('not-found');
    }
    expect((await world.call(`GET /api/reports/exports/${first._id}/parts/9`, { as: model })).body.code).toBe(
      'not-found',
    );
    // For a day, whether or not the job that clears up has run.
    world.clock.advance(86_400_000 - 1);
    expect((await world.call(`GET /api/reports/exports/${first._id}/parts/0`, { as: model })).status).toBe(200);
    world.clock.advance(1);
    for (const path of ['', '/parts/0'])
      expect((await world.call(`GET /api/reports/exports/${first._id}${path}`, { as: model })).body.code).toBe(
        'not-found',
      );
  });
});
