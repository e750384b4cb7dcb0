import { everyCall } from '@backlot/contracts/http/calls';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { sendPhotoId } from '../../src/testing/photo-ids.ts';
import { halfOff, promote } from '../../src/testing/promoting.ts';
import { makePost, put, upload, smallPhoto } from '../../src/testing/posting.ts';

/** What only mars knows: nothing of it may reach anybody of luna. */
interface Secrets {
  post: string;
  comment: string;
  media: string;
  tag: string;
  coupon: string;
  promotion: string;
  user: string;
  intent: string;
  card: string;
  photoId: string;
  dispute: string;
  /** The provider's, of a payment. */
  reference: string;
  fraudReport: string;
  account: string;
  reportLine: string;
  /** Of its books. */
  bookAccount: string;
  providerStatement: string;
  member: TestPerson;
  marks: string[];
  picture: string;
}

let world: MoneyWorld;
let mars: Secrets;
let lunaPost: string;

beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date() });
  mars = await secretsOfMars();
  const post = await makePost(world, world.people.luna.model, { description: 'A bowl of luna', feed_tags: ['bowls'] });
  lunaPost = post._id;
}, 60_000);
afterAll(() => world.close());

async function secretsOfMars(): Promise<Secrets> {
  const creator = world.people.mars.model;
  const post = await makePost(world, creator, {
    description: 'Zebrafish of mars',
    feed_tags: ['zebrafish'],
    amount: 33,
  });
  const member = await world.member('mars');
  const bought = await world.buy(member, post._id, { amount: 33 });
  const { body } = await world.call('GET /api/blog/get-blog-data-by-id', { as: member, query: { id: post._id } });
  const tags = await world.call('POST /api/feed-tags/', { as: member, body: {} });
  const coupon = (
    await world.call('POST /api/coupon/add', {
      as: creator,
      body: {
        code: 'ZEBRAFISH',
        discount_type: 'flat',
        discount_value_for_initial: 5,
        discount_value_for_recurring: 0,
      },
    })
  ).body.data._id as string;
  const [media] = body.data.media;
  const comment = (
    await world.call('POST /api/blog/save-blog-comment', {
      as: member,
      body: { blog_id: post._id, comment: 'Zebrafish are small' },
    })
  ).body.data.comment._id as string;
  // After what was bought at the usual price.
  const promotion = await promote(world, { ...halfOff, ribbon_text: 'Zebrafish week' }, 'mars');
  const [paidBy] = (await world.call('GET /api/v2/get-payment-card', { as: member })).body.data;
  const card = paidBy._id as string;
  const photoId = await photoIdOf(member);
  const dispute = await disputeOf(member);
  const { reference, fraudReport } = await fraudReportOf(member, creator);
  const { account, reportLine } = await reportLineOfMars();
  const bookAccount = (await world.database.tenants.read(world.tenants.mars, (db) =>
    db('ledger_accounts').where({ kind: 'provider_clearing' }).first('id'),
  ))!.id;
  const entered = await world.call('POST /api/reports/provider-statements', {
    as: creator,
    body: { account_id: account, month: reportMonth(), ...figures, note: 'Zebrafish' },
  });
  const providerStatement = entered.body.data._id as string;
  return {
    post: post._id,
    comment,
    media: media._id,
    tag: tags.body.data[0]._id,
    coupon,
    promotion,
    user: member.id,
    intent: bought.body.data.intent_id,
    card,
    photoId,
    dispute,
    reference,
    fraudReport,
    account,
    reportLine,
    bookAccount,
    providerStatement,
    member,
    picture: media.url,
    marks: [
      post._id,
      comment,
      media._id,
      tags.body.data[0]._id,
      coupon,
      promotion,
      card,
      photoId,
      dispute,
      reference,
      fraudReport,
      account,
      reportLine,
      bookAccount,
      providerStatement,
      'zebra-charge',
      'ZEBRAFISH',
      member.id,
      member.email,
      bought.body.data.intent_id,
      'Zebrafish',
      'zebrafish',
      creator.email,
      world.tenants.mars.id,
    ],
  };
}

async function photoIdOf(fan: TestPerson): Promise<string> {
  await changeSettings(world, { transaction_limit_without_photo_id: 100_000 }, 'mars');
  await sendPhotoId(world, fan, await smallPhoto());
  const { body } = await world.call('GET /api/admin/photo-ids', { as: world.people.mars.model });
  return body.data.photo_ids[0]._id as string;
}

/** Held, so that the member keeps what it paid for. */
async function disputeOf(fan: TestPerson): Promise<string> {
  const id = v7();
  await world.database.tenants.write(fan.tenant, async (db) => {
    const paid = await db('payment_intents').where({ user_id: fan.id, kind: 'post' }).first('id');
    const attempt = await db('payment_attempts').where({ intent_id: paid!.id }).first('id');
    await db('payment_reversals').insert({
      id,
      attempt_id: attempt!.id,
      kind: 'chargeback',
      state: 'held',
      amount_minor: 3300,
      currency: 'USD',
      reason: 'Zebrafish',
      created_at: world.clock.now(),
    });
  });
  return id;
}

/** What staff of mars noted of the same payment, and the reference by which its provider names it. */
async function fraudReportOf(fan: TestPerson, staff: TestPerson): Promise<{ reference: string; fraudReport: string }> {
  const fraudReport = v7();
  const reference = await world.database.tenants.write(fan.tenant, async (db) => {
    const paid = await db('payment_intents').where({ user_id: fan.id, kind: 'post' }).first('id');
    const attempt = await db('payment_attempts').where({ intent_id: paid!.id }).first('id', 'provider_ref');
    const now = world.clock.now();
    await db('fraud_reports').insert({
      id: fraudReport,
      attempt_id: attempt!.id,
      reported_at: now,
      note: 'Zebrafish',
      noted_by: staff.id,
      noted_at: now,
    });
    return attempt!.provider_ref!;
  });
  return { reference, fraudReport };
}

const reportDay = '2026-03-10';
const figures = { fees: 3.21, reserve_held: 0, reserve_released: 0, paid_out: 0 };
/** The month in which mars was paid. */
const reportMonth = (): string => world.clock.now().toISOString().slice(0, 7);

/** What its provider's report lists and the books have not: staff may explain it. */
async function reportLineOfMars(): Promise<{ account: string; reportLine: string }> {
  const reportLine = v7();
  const account = await world.database.tenants.write(world.tenants.mars, async (db) => {
    const { id } = (await db('provider_accounts').first('id'))!;
    await db('report_lines').insert({
      id: reportLine,
      account_id: id,
      source: 'report',
      type: 'sale',
      provider_ref: 'zebra-charge',
      amount_minor: 4321,
      currency: 'USD',
      occurred_at: new Date(`${reportDay}T12:00:00Z`),
      state: 'differs',
      difference: 'not_in_books',
    });
    return id;
  });
  return { account, reportLine };
}

const everyoneOfLuna = (): TestPerson[] => [
  world.people.both.luna,
  world.people.luna.fan,
  world.people.luna.model,
  world.people.luna.admin,
  world.people.luna.sub_admin,
  world.people.luna.content_manager,
  world.people.luna.support,
  world.people.luna.live_stream_manager,
];
const strangers = (text: string): string[] => mars.marks.filter((mark) => text.includes(mark));

describe('two sites', () => {
  // Every call that takes an id, with ids of the other site in every place.
  const asks: ReadonlyArray<
    readonly [
      `${string} ${string}`,
      (id: string) => { body?: object; query?: Record<string, string>; params?: Record<string, string> },
    ]
  > = [
    ['GET /api/blogs', (id) => ({ query: { feed_tag_id: id } })],
    ['GET /api/blogs/all', (id) => ({ query: { feed_tag_id: id } })],
    ['GET /api/blog/get-blog-data-by-id', (id) => ({ query: { id } })],
    ['POST /api/blog/get-blog-info', (id) => ({ body: { blog_id: id } })],
    ['POST /api/blog/add-new-blog', (id) => ({ body: { description: 'x', visibility: 'private', media_item: [id] } })],
    [
      'POST /api/blog/add-new-blog',
      (id) => ({
        body: { description: 'x', visibility: 'locked', amount: 20, media_item: [id], media_preview_item: id },
      }),
    ],
    ['POST /api/blogs/delete', (id) => ({ body: { id } })],
    ['POST /api/blog/like-dislike', (id) => ({ body: { id, is_like: 1 } })],
    ['POST /api/upload/states', (id) => ({ body: { ids: [id] } })],
    ['POST /api/v2/purchase/post-purchase', (id) => ({ body: { blogId: id, amount: 33 } })],
    ['POST /api/crypto/purchase-from-wallet', (id) => ({ body: { payment_for: 'blog', content_id: id } })],
    ['POST /api/crypto/get-transaction-info', (id) => ({ body: { type: 'blog', content_id: id } })],
    ['GET /api/reports/payment-lookup', (id) => ({ query: { search: id } })],
    ['GET /api/reports/charge-at-provider', (id) => ({ query: { number: id } })],
    ['GET /api/wallet/history', (id) => ({ query: { after: id } })],
    ['GET /api/payments/mine', (id) => ({ query: { after: id } })],
    ['GET /api/payments/:id/receipt', (id) => ({ params: { id } })],
    ['POST /api/v2/subscription/withdraw', (id) => ({ body: { id } })],
    ['GET /api/admin/fan-wallet', (id) => ({ query: { user_id: id } })],
    [
      'POST /api/admin/fan-wallet/take-out',
      (id) => ({ body: { user_id: id, item_id: id, amount: 1, currency: 'USD', through: 'coins', evidence: 'x' } }),
    ],
    ['POST /api/v2/purchase/another-way', (id) => ({ body: { intent_id: id } })],
    ['GET /api/v2/purchase/another-way', (id) => ({ query: { intent_id: id } })],
    ['POST /api/v2/purchase/cancel', (id) => ({ body: { intent_id: id } })],
    ['POST /api/resubscribe-offer/get-new-resubscription-user-report', (id) => ({ body: { report_id: id } })],
    ['GET /api/v2/purchase/state', (id) => ({ query: { intent_id: id } })],
    ['POST /api/users/get_users_list', (id) => ({ body: { search: id } })],
    ['GET /api/admin/get_transactions_details', (id) => ({ query: { search: id } })],
    ['GET /api/admin/get_transactions_details', (id) => ({ query: { user_id: id } })],
    ['GET /api/reports/purchase-history', (id) => ({ query: { search: id } })],
    ['GET /api/reports/purchase-history', (id) => ({ query: { user_id: id } })],
    ['POST /api/admin/remove-card', (id) => ({ body: { card_id: id } })],
    ['POST /api/reports/open-items/settle', (id) => ({ body: { id, decision: 'noted', evidence: 'x' } })],
    ['GET /api/reports/reconciliation/lines', (id) => ({ query: { account_id: id, day: reportDay } })],
    ['POST /api/reports/reconciliation/explain', (id) => ({ body: { id, note: 'x' } })],
    [
      'POST /api/reports/provider-statements',
      (id) => ({ body: { account_id: id, month: reportMonth(), ...figures, note: 'x' } }),
    ],
    ['POST /api/reports/provider-statements/take-back', (id) => ({ body: { id, note: 'x' } })],
    ['GET /api/reports/statement/lines', (id) => ({ query: { month: reportMonth(), account_id: id } })],
    ['GET /api/reports/refund', (id) => ({ query: { id } })],
    ['POST /api/reports/refund', (id) => ({ body: { id, amount: 9, currency: 'USD', reason: 'x' } })],
    ['GET /api/reports/fans/:id', (id) => ({ params: { id } })],
    [
      'POST /api/admin/update_is_photo_id_accepted_status',
      (id) => ({ body: { user_id: id, is_photo_id_accepted: true } }),
    ],
    ['GET /api/admin/photo-ids/of-fan', (id) => ({ query: { user_id: id } })],
    ['POST /api/admin/photo-ids/open', (id) => ({ body: { id } })],
    ['POST /api/admin/photo-ids/decide', (id) => ({ body: { id, is_accepted: true } })],
    ['POST /api/admin/give_complimentary_subscription', (id) => ({ body: { user_id: id, months: 1 } })],
    [
      'POST /api/admin/update_user_migration_subscription',
      (id) => ({ body: { user_id: id, migration_subscription: true } }),
    ],
    ['POST /api/admin/revoke_complimentary_subscription', (id) => ({ body: { user_id: id } })],
    ['GET /api/reports/cancellations', (id) => ({ query: { search: id } })],
    ['GET /api/reports/influencer-activity', (id) => ({ query: { person: id } })],
    ['GET /api/reports/influencer-activity/acts', (id) => ({ query: { day: reportDay, person: id } })],
    ['GET /api/reports/user-utm-params', (id) => ({ query: { search: id } })],
    ['POST /api/blogs/edit', (id) => ({ body: { postId: id, description: 'x' } })],
    ['POST /api/media/trailer', (id) => ({ body: { mediaId: id, start: 0 } })],
    [
      'POST /api/blogs/edit',
      (id) => ({ body: { postId: lunaPost, media_item: [id], media_preview_item: id, category: { id } } }),
    ],
    ['POST /api/blog/post-reviewed-blog', (id) => ({ body: { _id: id, media_item: [id] } })],
    ['GET /api/blog/get-blog-for-reuse', (id) => ({ query: { id } })],
    ['POST /api/blog/reuse-blog', (id) => ({ body: { _id: id, description: 'x', amount: 20 } })],
    [
      'POST /api/blog/reuse-blog',
      (id) => ({ body: { _id: lunaPost, description: 'x', amount: 20, media_item: [id] } }),
    ],
    ['POST /api/blog/get-blog-comment', (id) => ({ body: { blog_id: id } })],
    ['POST /api/blog/save-blog-comment', (id) => ({ body: { blog_id: id, comment: 'x' } })],
    ['POST /api/blog/remove-blog-comment', (id) => ({ body: { comment_id: id } })],
    ['POST /api/blog/hide-blog-comment', (id) => ({ body: { comment_id: id } })],
    ['POST /api/blog/block-user-from-commenting', (id) => ({ body: { user_id: id } })],
    ['POST /api/feed-tags/add-or-update', (id) => ({ body: { _id: id, name: 'x' } })],
    ['POST /api/coupon/edit', (id) => ({ body: { _id: id, is_enabled: false } })],
    [
      'POST /api/v2/subscription/subscribe',
      (id) => ({ body: { quote_id: id, consent: true, promotion_id: id, is_promotion_applied: true } }),
    ],
    ['POST /api/promotion-setting/end-promotion', (id) => ({ body: { promotion_id: id } })],
    ['POST /api/promotion-setting/check-promotion', (id) => ({ body: { promotion_id: id } })],
    ['POST /api/promotion-setting/get-promotion-users', (id) => ({ body: { promotion_id: id } })],
    ['GET /api/coupon/get-details', (id) => ({ query: { couponId: id } })],
    ['POST /api/feed-tags/add-or-update', (id) => ({ body: { name: `y ${id.slice(-8)}`, blogId: id } })],
    ['DELETE /api/feed-tags/delete/:id', (id) => ({ params: { id } })],
    ['POST /api/feed-tags/add-or-remove-tag', (id) => ({ body: { blogId: lunaPost, id } })],
    ['POST /api/feed-tags/add-or-remove-tag', (id) => ({ body: { blogId: id, id } })],
    [
      'POST /api/upload/generate_presigned_url',
      (id) => ({ body: { file_name: 'x.png', content_type: 'image/png', media_type: 'photo', media_category_id: id } }),
    ],
    ['POST /api/upload/multipart/parts', (id) => ({ body: { media_id: id, part_numbers: [1] } })],
    ...['multipart/status', 'complete', 'abort'].map((path): (typeof asks)[number] => [
      `POST /api/upload/${path}`,
      (id) => ({ body: { media_id: id } }),
    ]),
    ...['remove-media', 'uses', 'sold'].map((path): (typeof asks)[number] => [
      `POST /api/media/${path}`,
      (id) => ({ body: { mediaIds: [id], ...(path === 'sold' ? { userId: id } : {}) } }),
    ]),
    ...['item', 'rename', 'buyers'].map((path): (typeof asks)[number] => [
      `POST /api/media/${path}`,
      (id) => ({ body: { mediaId: id, ...(path === 'rename' ? { name: 'x' } : {}) } }),
    ]),
    ['POST /api/media', (id) => ({ body: { mediaIds: [id], category: id } })],
    ['POST /api/media/add-media-from-category', (id) => ({ body: { mediaId: [id], categoryId: id } })],
    ...['update', 'delete'].map((path): (typeof asks)[number] => [
      `POST /api/media/category/${path}`,
      (id) => ({ body: { id, ...(path === 'update' ? { name: `z ${id.slice(-8)}` } : {}) } }),
    ]),
    ...['/api/upload/refresh_blur_picture', '/api/upload/rotate_image'].flatMap((path): typeof asks =>
      ['blog', 'media'].map((type) => [`POST ${path}`, (id) => ({ body: { id, type, rotate_angle: 90 } })]),
    ),
    ['POST /api/admin/send_video_process_request', (id) => ({ body: { id } })],
    ['POST /api/admin/send_video_process_request', (id) => ({ body: { udid: id, videoFrom: 'media' } })],
    ['POST /api/app_settings/history/undo', (id) => ({ body: { change_id: id } })],
    ['GET /api/app_settings/history', (id) => ({ query: { before: id } })],
    ['POST /api/app_settings/upload-theme-image', (id) => ({ body: { media_id: id } })],
    ...['set-primary-card', 'remove-card'].map((path): (typeof asks)[number] => [
      `POST /api/ccbill/${path}`,
      (id) => ({ body: { card_id: id } }),
    ]),
    ['POST /api/reports/exports', (id) => ({ body: { list: 'purchases', blog_id: id } })],
    [
      'POST /api/reports/exports',
      (id) => ({ body: { list: 'transactions', transactions: { search: id, user_id: id } } }),
    ],
    [
      'POST /api/reports/exports',
      (id) => ({ body: { list: 'purchase_history', purchase_history: { search: id, user_id: id } } }),
    ],
    ['GET /api/reports/exports/:id', (id) => ({ params: { id } })],
    ['GET /api/reports/exports/:id/parts/:part', (id) => ({ params: { id, part: '0' } })],
    ['GET /api/reports/disputes', (id) => ({ query: { search: id } })],
    ['POST /api/reports/disputes/open-evidence', (id) => ({ body: { id } })],
    ['GET /api/reports/fraud-reports', (id) => ({ query: { after: id } })],
    ['POST /api/reports/fraud-reports', (id) => ({ body: { transactionId: id, day: reportDay, note: 'x' } })],
    ['POST /api/reports/fraud-reports/take-back', (id) => ({ body: { id } })],
    ['POST /api/reports/disputes/won', (id) => ({ body: { id, amount: 33, evidence: 'x' } })],
    ['GET /api/purchase-notifications', (id) => ({ query: { after: id } })],
    ['GET /api/purchased-contents', (id) => ({ query: { user_id: id } })],
    ['GET /api/admin/purchased-by/locked-exclusive-content', (id) => ({ query: { blog_id: id } })],
    ['GET /api/admin/purchased-by/locked-exclusive-content', (id) => ({ query: { blog_id: id, promotion_id: id } })],
  ];

  it.each(asks)('%s gives nothing of the other site to any role', async (name, ask) => {
    for (const as of everyoneOfLuna()) {
      for (const id of [
        mars.post,
        mars.media,
        mars.tag,
        mars.coupon,
        mars.promotion,
        mars.user,
        mars.intent,
        mars.card,
        mars.comment,
        mars.photoId,
        mars.dispute,
        mars.account,
        mars.reportLine,
        mars.bookAccount,
        mars.providerStatement,
      ]) {
        const { params = {}, ...asked } = ask(id);
        const path = Object.entries(params).reduce<string>(
          (filled, [key, value]) => filled.replace(`:${key}`, value),
          name,
        ) as typeof name;
        const answer = await world.call(path, { as, ...asked });
        expect(answer.status).toBeLessThan(500);
        const echoed = strangers(answer.text).filter((mark) => mark !== id);
        expect({ name, as: as.role, echoed }).toEqual({ name, as: as.role, echoed: [] });
        if (answer.status === 200)
          expect(JSON.stringify(answer.body.data ?? answer.body.blogs ?? '')).not.toContain(id);
      }
    }
  });

  it("a line of a provider's report is there to be seen by its own site, which alone may explain it", async () => {
    const query = { account_id: mars.account, day: reportDay };
    const seen = await world.call('GET /api/reports/reconciliation/lines', { as: world.people.mars.admin, query });
    expect(seen.text).toContain('zebra-charge');
    const line = await world.database.tenants.read(world.tenants.mars, (db) =>
      db('report_lines').where({ id: mars.reportLine }).first('state'),
    );
    expect(line).toEqual({ state: 'differs' });
  });

  it('the entries behind a statement are there to be seen by their own site', async () => {
    const query = { month: reportMonth(), account_id: mars.bookAccount };
    const seen = await world.call('GET /api/reports/statement/lines', { as: world.people.mars.admin, query });
    expect(seen.text).toContain(mars.intent);
  });

  it('nothing was entered into, or taken back of, the books of another site', async () => {
    const { statements } = (
      await world.call('GET /api/reports/provider-statements', {
        as: world.people.mars.admin,
        query: { month: reportMonth() },
      })
    ).body.data;
    expect(statements).toMatchObject([{ _id: mars.providerStatement, fees: 3.21, taken_back: null }]);
  });

  it('no payment of another site is reported as fraud, and none of its reports taken back', async () => {
    const { admin } = world.people.luna;
    const note = { transactionId: mars.reference, day: reportDay, note: 'x' };
    const noted = await world.call('POST /api/reports/fraud-reports', { as: admin, body: note });
    const back = { id: mars.fraudReport };
    const taken = await world.call('POST /api/reports/fraud-reports/take-back', { as: admin, body: back });
    expect([noted.body.code, taken.body.code]).toEqual(['not-found', 'not-found']);
    const seen = await world.call('GET /api/reports/fraud-reports', { as: world.people.mars.admin });
    expect(seen.text).toContain(mars.fraudReport);
  });

  it('the list of asks covers every call that takes an id', () => {
    const takesId = (schema: unknown): boolean => JSON.stringify(schema ?? {}).includes('"uuid"');
    const taking = everyCall
      .filter((call) => takesId(call.body) || takesId(call.query) || takesId(call.params))
      .map((call) => `${call.method} ${call.path}`);
    expect(taking.filter((name) => !asks.some(([asked]) => asked === name))).toEqual([]);
  });

  it.each(
    everyCall
      .filter((call) => call.method === 'GET' || /list|tags/.test(call.path))
      .map((call) => [`${call.method} ${call.path}`, call] as const),
  )('%s lists nothing of the other site', async (_name, call) => {
    for (const as of everyoneOfLuna()) {
      const answer = await world.call(`${call.method} ${call.path.replace(/:\w+/g, 'x')}`, {
        as,
        ...(call.method === 'POST' ? { body: {} } : {}),
      });
      expect(strangers(answer.text)).toEqual([]);
    }
  });

  it('after all that, nothing of mars has changed', async () => {
    const { body } = await world.call('GET /api/blog/get-blog-data-by-id', {
      as: mars.member,
      query: { id: mars.post },
    });
    expect(body.data).toMatchObject({
      _id: mars.post,
      state: 'unlocked',
      purchased: true,
      total_likes: 0,
      total_comments: 1,
      description: 'Zebrafish of mars',
      feed_tags: [],
    });
  });

  it("a picture's address is nothing on the other site, nor for another person", async () => {
    const get = async (host: string, token?: string) =>
      (
        await world.app.inject({
          method: 'GET',
          url: mars.picture,
          headers: { host, ...(token ? { cookie: `session=${token}` } : {}) },
        })
      ).statusCode;
    expect(await get('mars.test', await world.tokenOf(mars.member))).toBe(200);
    expect(await get('mars.test')).toBe(404);
    expect(await get('mars.test', await world.tokenOf(world.people.mars.fan))).toBe(404);
    expect(await get('luna.test', await world.tokenOf(world.people.both.luna))).toBe(404);
    expect(await get('luna.test', await world.tokenOf(world.people.luna.admin))).toBe(404);
  });

  it("an upload's address takes no bytes on the other site", async () => {
    const { presigned } = await upload(world, world.people.mars.model, await smallPhoto());
    const url = String(presigned.body.data.presigned_url).replace('mars.test', 'luna.test');
    expect((await put(world, url, await smallPhoto())).status).not.toBe(200);
  });

  it('a job that claims another tenant in its payload works for its own', async () => {
    const { enqueueJob } = await import('@backlot/database/shared-functions');
    const before = (
      await world.call('GET /api/blog/get-blog-data-by-id', { as: world.people.luna.model, query: { id: lunaPost } })
    ).body;
    await world.database.tenants.write(world.tenants.mars, (db) =>
      enqueueJob(db, 'renew-membership', { tenantId: world.tenants.luna.id, userId: world.people.luna.fan.id }),
    );
    await world.database.tenants.write(world.tenants.mars, (db) =>
      enqueueJob(db, 'process-photo', { tenantId: world.tenants.luna.id, mediaId: before.data.media[0]._id }),
    );
    await world.runJobs();
    const after = (
      await world.call('GET /api/blog/get-blog-data-by-id', { as: world.people.luna.model, query: { id: lunaPost } })
    ).body;
    expect({ ...after.data, media: [], requestId: '' }).toEqual({ ...before.data, media: [], requestId: '' });
  });

  it("Postgres itself refuses one site's role the other's tables, and a query without a site fails", async () => {
    const foreign = `"tenant_${world.tenants.mars.id}"."users"`;
    await expect(
      world.database.tenants.read(world.tenants.luna, (db) => db.raw(`select * from ${foreign}`)),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      world.database.tenants.write(world.tenants.luna, (db) => db.raw(`update ${foreign} set name = 'x'`)),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      world.database.tenants.read(world.tenants.luna, (db) => db.raw('select * from users')),
    ).rejects.toMatchObject({ code: '42P01' });
    await expect(
      world.database.tenants.read(world.tenants.luna, (db) => db.raw('select * from shared.identities')),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
