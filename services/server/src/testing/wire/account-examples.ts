import { changeSettings } from '../change-settings.ts';
import { smallPhoto } from '../posting.ts';
import { asGuest, cardOf, holder, model, nextName, resetToken, type Example } from './wire-makers.ts';

/** Accounts, cards and memberships. */
export const accountExamples: Readonly<Record<string, Example>> = {
  'POST /api/users/register': async () => ({
    body: { email: `new-${nextName()}@fans.example`, password: 'A-good-one-2026', action: 'register' },
  }),
  'POST /api/users/login': async (world) => ({
    body: { email: world.people.luna.fan.email, password: world.people.luna.fan.password },
  }),
  'POST /api/users/forgot_password': asGuest({ email: 'nobody@fans.example', requestFrom: 'login' }),
  'POST /api/users/check_token/:token': async (world) => ({
    path: `/api/users/check_token/${await resetToken(world)}`,
    body: {},
  }),
  'POST /api/users/reset_password': async (world) => ({
    body: { token: await resetToken(world), password: 'Another-good-1' },
  }),
  'POST /api/users/change_profile_details': async (world) => ({ as: await world.fresh(), body: { name: 'Asta' } }),
  'POST /api/users/change_old_password': async (world) => {
    const fan = await world.fresh();
    return { as: fan, body: { old_password: fan.password, new_password: 'Another-good-1' } };
  },
  'GET /api/users/me': async (world) => ({
    as: await world.member(),
    query: { is_request_from_login_or_signup_api: 'true' },
  }),
  'POST /api/users/upload_photo_id': async (world) => {
    // So high that no other example meets it.
    await changeSettings(world, { transaction_limit_without_photo_id: 100_000 });
    return { as: await world.fresh(), form: [await smallPhoto()], field: 'photoId' };
  },
  'GET /api/users/get_unread_count': async (world) => ({ as: model(world) }),
  'GET /api/users/get_all_countries': async () => ({}),
  'GET /api/ccbill/get-country-from-ip': async () => ({}),
  'POST /api/users/get_states_of_country': asGuest({ countryId: 'US' }),
  'POST /api/users/get_cities_of_state': asGuest({ countryId: 'US', stateId: 'AZ' }),
  'GET /api/pages/get_html': async (world) => {
    await world.database.tenants.write(model(world).tenant, (db) =>
      db('pages')
        .insert({ slug: 'maintenance', title: 'Back soon', html: '<p>Back soon</p>', updated_at: world.clock.now() })
        .onConflict('slug')
        .ignore(),
    );
    return { query: { slug: 'maintenance' } };
  },
  'GET /api/v2/get-payment-card': async (world) => ({ as: await world.member() }),
  'GET /api/ccbill/get-payment-card': async (world) => ({ as: await world.member() }),
  'GET /api/ccbill/set_payment_method': async (world) => ({ as: await world.member() }),
  'POST /api/ccbill/set-primary-card': cardOf(),
  'POST /api/ccbill/remove-card': async (world) => {
    const ask = await cardOf()(world);
    await world.call('POST /api/cancel-subscription', { as: ask.as!, body: {} });
    return ask;
  },
  'POST /user/change-payment-method': async (world) => ({
    as: await world.member(),
    body: { card: { ...holder, email: 'ada@fans.example', token: await world.token() } },
  }),
  'POST /api/cancel-subscription': async (world) => ({ as: await world.member(), body: {} }),
};
