import * as calls from '@backlot/contracts/accounts';
import { toWire } from '@backlot/domain/money';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../../session/sessions.ts';
import { revokeSession } from '../../session/session-rows.ts';
import { unreadCountsOf } from '../notifications/index.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { forgotPassword } from './forgot-password.ts';
import { login } from './login.ts';
import { meOf } from './me.ts';
import { listCountries, listStates } from './places.ts';
import { register } from './register.ts';
import { isResetOpen, resetPassword } from './reset-password.ts';
import { presentStart } from './started-session.ts';

export const accountRoutes = (ctx: AppContext, sessions: Sessions): readonly CallRoute[] => [
  route(calls.register, async (request) => {
    const started = await register(ctx, sessions, request.tenant, request.body, request);
    return { data: presentStart(started), session: started };
  }),
  route(calls.login, async (request) => {
    const started = await login(ctx, sessions, request.tenant, request.body, request);
    return { data: presentStart(started), ...(started.joinRequired ? {} : { session: started }) };
  }),
  route(calls.logout, async ({ tenant, actor, now }) => {
    await ctx.database.tenants.write(tenant, (db) => revokeSession(db, actor.sessionId, now));
    return { session: null };
  }),
  route(calls.me, async ({ tenant, actor, now }) => ({ data: await meOf(ctx, tenant, actor, now) })),
  route(calls.forgotPassword, async ({ tenant, body, now }) => {
    await forgotPassword(ctx, tenant, body.email, now);
    return { message: 'forgot-password-success' };
  }),
  route(calls.checkToken, async ({ tenant, params, now }) => ({ data: { valid: await isResetOpen(ctx, tenant, params.token, now) } })),
  route(calls.resetPassword, async (request) => {
    const done = await resetPassword(ctx, sessions, request.tenant, request.body, request);
    return {
      message: done.sites > 1 ? 'password-updated-all-accounts' : 'password-updated', session: done,
      data: {
        token: done.token, newUser: done.user.first_subscribed_at === null && done.user.role === 'user',
        user: { wallet_amount: toWire(0), default_payment_method: 'card' }, userUniversalAccountCount: done.sites,
      },
    };
  }),
  route(calls.changePassword, async (request) => {
    const session = await changePassword(ctx, sessions, request.tenant, request.actor, request.body, request);
    return { message: 'password-updated', data: { action: 'changed', token: session.token }, session };
  }),
  route(calls.changeProfile, async ({ tenant, actor, body, now }) => {
    await changeProfile(ctx, tenant, actor, body);
    return { message: 'profile-updated', data: await meOf(ctx, tenant, actor, now) };
  }),
  route(calls.unreadCount, async ({ tenant, actor }) => {
    const unread = await ctx.database.tenants.read(tenant, (db) => unreadCountsOf(db, actor));
    return { data: {
      totalUnreadCount: unread.total, purchasedNotificationUnreadCount: unread.purchased, subscriptionNotificationUnreadCount: unread.subscription,
      feedCommentNotificationUnreadCount: unread.comment, feedLikeNotificationUnreadCount: 0,
    } };
  }),
  route(calls.countries, async () => ({ data: listCountries() })),
  route(calls.statesOfCountry, async ({ body }) => ({ data: listStates(body.countryId) })),
  route(calls.citiesOfState, async () => ({ data: [] })),
];
