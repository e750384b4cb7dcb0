import { asGuest, coupon, couponTerms, holder, model, nextName, onMedium, type Example } from './wire-makers.ts';
import { cheapMonth, endPromotions, halfOff, promote } from '../promoting.ts';
import { leaveAccount } from '../leave-account.ts';
import type { MoneyWorld } from '../money-world.ts';
import { fund } from '../wallets.ts';

/** The id of a post's purchase that was paid for. */
async function paidFor(world: MoneyWorld): Promise<string> {
  const bought = await world.buy(await world.member(), await world.post('luna'));
  return bought.body.data.intent_id as string;
}

const subscribing: Example = async (world) => {
  const fan = await world.fresh();
  const card = { ...holder, month: '04', year: '2030', card_type: 'visa' };
  return {
    as: fan,
    body: { ...card, email: fan.email, action: 'subscribe', userId: fan.id, token: await world.token() },
  };
};

/** A cancelled member while the offer is on. */
const resubscribing: Example = async (world) => {
  await world.call('PUT /api/resubscribe-offer/save-offer', { as: model(world), body: { recurring_price: 5 } });
  await world.call('PUT /api/resubscribe-offer/save-settings', { as: model(world), body: { is_enabled: true } });
  const as = await world.member();
  await world.call('POST /api/cancel-subscription', { as, body: {} });
  const isOffered = async (): Promise<boolean> =>
    (await world.call('POST /api/resubscribe-offer/check', { as })).body.data !== null;
  while (!(await isOffered()));
  return { as, body: {} };
};

/** A member whose account the site has left, and who has the price in the wallet. */
const migrating: Example = async (world) => {
  const as = await world.member();
  await fund(world, as, 5000);
  await leaveAccount(world);
  await world.call('POST /api/admin/update_user_migration_subscription', {
    as: model(world),
    body: { user_id: as.id, migration_subscription: true },
  });
  return { as, body: { from_wallet: true } };
};

/** Settings, purchases and what the creator sees of fans and money. */
export const siteExamples: Readonly<Record<string, Example>> = {
  'GET /api/get_all_theme_3_settings': async () => ({}),
  'POST /api/get_all_theme_3_settings': asGuest({}),
  'GET /api/app_settings/get_all_theme_3_settings': async () => ({}),
  'POST /api/ccbill/charge_by_previous': async (world) => {
    const fan = await world.member();
    return {
      as: fan,
      body: {
        blogId: await world.post('luna'),
        amount: 9,
        recurring: false,
        email: fan.email,
        action: 'blog',
        blogType: 'photo',
        title: 'A post',
        ribbon_text: '',
        promotion_id: '',
        is_promotion_applied: false,
      },
    };
  },
  'POST /api/ccbill/pay': async (world) => {
    const fan = await world.member();
    return {
      as: fan,
      body: { blogId: await world.post('luna'), amount: 9, action: 'blog', card: await world.cardOf() },
    };
  },
  'POST /api/crypto/purchase-from-wallet': async (world) => {
    const fan = await world.member();
    await fund(world, fan, 5000);
    return {
      as: fan,
      body: {
        payment_for: 'blog',
        content_id: await world.post('luna'),
        userId: fan.id,
        email: fan.email,
        domain: fan.tenant.hosts[0]!,
        amount: 9,
        promotion_id: '',
        is_promotion_applied: false,
      },
    };
  },
  'POST /api/crypto/get-transaction-info': async (world) => {
    const fan = await world.member();
    await fund(world, fan, 5000);
    const body = { payment_for: 'blog', content_id: await world.post('luna'), amount: 9 };
    await world.call('POST /api/crypto/purchase-from-wallet', { as: fan, body });
    return { as: fan, body: { type: 'blog', userId: fan.id } };
  },
  'POST /api/ccbill/subscribe-with-card': subscribing,
  'POST /api/ccbill/subscribe_user': subscribing,
  'POST /api/users/get_users_list': async (world) => {
    await world.member();
    return { as: model(world), query: { page_num: 1, view: 'all' }, body: {} };
  },
  'POST /api/admin/update_is_photo_id_accepted_status': async (world) => ({
    as: model(world),
    body: { user_id: (await world.fresh()).id, is_photo_id_accepted: true },
  }),
  'POST /api/admin/add_is_photo_id_accepted_status': async (world) => ({
    as: model(world),
    body: { user_id: (await world.fresh()).id, is_photo_id_accepted: false },
  }),
  'POST /api/admin/give_complimentary_subscription': async (world) => ({
    as: model(world),
    body: { user_id: (await world.fresh()).id, months: 1 },
  }),
  'POST /api/users/cancel_complimentary_subscription': async (world) => {
    const fan = await world.fresh();
    await world.call('POST /api/admin/give_complimentary_subscription', {
      as: model(world),
      body: { user_id: fan.id, months: 1 },
    });
    return { as: fan };
  },
  'GET /api/migration-data': migrating,
  'POST /api/migrate-subscription-for-user': migrating,
  'POST /api/admin/update_user_migration_subscription': async (world) => ({
    as: model(world),
    body: { user_id: (await world.member()).id, migration_subscription: null },
  }),
  'POST /api/users/updateRebillNotificationDate': async (world) => ({ as: await world.member() }),
  'GET /api/admin/get_transactions_details': async (world) => ({ as: model(world) }),
  'GET /api/resubscribe-offer/get-settings': async (world) => ({ as: model(world) }),
  'PUT /api/resubscribe-offer/save-settings': async (world) => ({ as: model(world), body: { is_enabled: true } }),
  'PUT /api/resubscribe-offer/save-offer': async (world) => ({
    as: model(world),
    body: {
      for_subscribers_only: false,
      give_free_month_subscription: -1,
      recurring_price: 9,
      promo_banner_text: 'Come home',
    },
  }),
  'POST /api/resubscribe-offer/request-new-resubscription-user-report': async (world) => ({
    as: model(world),
    body: {},
  }),
  'POST /api/resubscribe-offer/get-new-resubscription-user-report': async (world) => ({ as: model(world), body: {} }),
  'POST /api/ccbill/resubscribe-with-card': resubscribing,
  'POST /api/coupon/save': async (world) => ({ as: model(world), body: { enable_coupons: true } }),
  'POST /api/coupon/add': async (world) => ({ as: model(world), body: { ...couponTerms, code: `WIRE-${nextName()}` } }),
  'POST /api/coupon/edit': async (world) => ({
    as: model(world),
    body: { ...couponTerms, ...(await coupon(world)), discount_value_for_recurring: 5 },
  }),
  'GET /api/coupon/get-coupons': async (world) => {
    await coupon(world);
    return { as: model(world), query: { pageNum: 1 } };
  },
  'POST /api/coupon/check': async (world) => ({
    as: await world.fresh(),
    body: { code: (await coupon(world)).code },
  }),
  'GET /api/coupon/get-details': async (world) => ({
    as: model(world),
    query: { couponId: (await coupon(world))._id, pageNum: 1 },
  }),
  'POST /api/generate_subscription_url/generate_subscription_url': async (world) => ({
    as: world.people.luna.admin,
    body: { page: 'subscribe', coupon_code: (await coupon(world)).code, utm_source: 'news' },
  }),
  'GET /api/promotion-setting/get-promotion-settings': async (world) => ({ as: model(world) }),
  'POST /api/promotion-setting/save-promotion-settings': async (world) => ({
    as: model(world),
    body: { animation_delay: 0 },
  }),
  'POST /api/promotion-setting/save-promotion': async (world) => {
    await endPromotions(world);
    const unused = { is_repeat_promotion: false, is_trial_offer: false, discount_percentage: 50, timezone: 'UTC' };
    return { as: model(world), body: { ...cheapMonth, ...unused } };
  },
  'POST /api/promotion-setting/promotion': async (world) => {
    await promote(world, halfOff);
    return { as: model(world), body: { promotion_type: 'LOCKED_CONTENT' } };
  },
  'POST /api/promotion-setting/end-promotion': async (world) => ({
    as: model(world),
    body: { id: await promote(world, halfOff) },
  }),
  'POST /api/promotion-setting/check-promotion': async (world) => ({
    as: await world.fresh(),
    body: { promotion_id: await promote(world, cheapMonth) },
  }),
  'POST /api/promotion-setting/get-promotion-reports': async (world) => {
    await promote(world, halfOff);
    return { as: model(world), body: { pageNum: 1 } };
  },
  'POST /api/promotion-setting/get-promotion-users': async (world) => ({
    as: model(world),
    body: { promotion_id: await promote(world, halfOff), pageNum: 1 },
  }),
  'GET /api/offer/check-offer': async (world) => {
    await promote(world, cheapMonth);
    return { as: await world.fresh() };
  },
  'GET /api/reports/refund': async (world) => ({ as: model(world), query: { id: await paidFor(world) } }),
  'POST /api/reports/refund': async (world) => ({
    as: model(world),
    body: { id: await paidFor(world), amount: 4, currency: 'USD', reason: 'Asked for by mail' },
  }),
  'POST /api/admin/fan-wallet/take-out': async (world) => {
    const fan = await world.fresh();
    await fund(world, fan, 5000);
    return {
      as: model(world),
      body: { user_id: fan.id, amount: 20, currency: 'USD', through: 'by_hand', evidence: 'Bank, line 4' },
    };
  },
  'GET /api/reports/payment-lookup': async (world) => ({
    as: world.people.luna.support,
    query: { search: await paidFor(world) },
  }),
  'GET /api/reports/open-items': async (world) => ({ as: model(world) }),
  'GET /api/app_settings/card-provider': async (world) => ({ as: world.people.luna.admin }),
  'GET /api/ccbill-settings': async (world) => ({ as: world.people.luna.admin }),
  'POST /api/ccbill-settings': async (world) => ({
    as: world.people.luna.admin,
    body: { ccbill_settings: { account_number: '900000', salt: '' } },
  }),
  'GET /api/app_settings/get_ccbill_settings': async (world) => ({ as: world.people.luna.admin }),
  'POST /api/app_settings/save_ccbill_settings': async (world) => ({
    as: world.people.luna.admin,
    body: { ccbill_settings: { account_number: '900000' } },
  }),
  'GET /api/app_settings/get': async (world) => ({ as: world.people.luna.admin }),
  'POST /api/app_settings/upload-theme-image': onMedium((id) => ({ media_id: id })),
  'POST /api/app_settings/upload_theme_background_image': onMedium((id) => ({ media_id: id })),
};
