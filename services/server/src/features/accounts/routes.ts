import type { CallDefinition } from '@backlot/contracts';
import * as calls from '@backlot/contracts/accounts';
import * as locations from '@backlot/contracts/locations';
import * as passwords from '@backlot/contracts/passwords';
import {
  acceptInvitation as acceptInvitationCall,
  checkInvitation as checkInvitationCall,
} from '@backlot/contracts/invitations';
import { toWire } from '@backlot/domain/money/money';
import { acceptPhotoId as acceptPhotoIdCall } from '@backlot/contracts/staff';
import { route, type CallRequest, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { revokeSession } from '../../session/session-rows.ts';
import { walletOf } from '../ledger/index.ts';
import { findUser } from './people/user-rows.ts';
import { acceptPhotoId } from './people/accept-photo-id.ts';
import { changePassword } from './password/change-password.ts';
import { forgotPassword } from './password/forgot-password.ts';
import { DEVICE_COOKIE, readDevices, rememberDevice } from './login/known-devices.ts';
import { login } from './login/login.ts';
import { verifyRecaptcha } from './login/verify-recaptcha.ts';
import { acceptInvitation, checkInvitation } from './invitations/accept-invitation.ts';
import { listCountries, listStates } from './people/locations.ts';
import { openGuard } from './people/person-guard.ts';
import { register } from './register.ts';
import { checkLink, resetPassword } from './password/reset-password.ts';
import { presentStart } from './login/started-session.ts';

const fromOf = <R extends Came>(request: R) => ({ ...request, deviceCookie: request.cookies[DEVICE_COOKIE] });
type Came = Pick<CallRequest<CallDefinition>, 'cookies'>;

export const accountRoutes = (ctx: AppContext, sessions: Sessions): readonly CallRoute[] => {
  const guard = openGuard(ctx);
  /** A browser's page remembers who has logged in with it; other callers keep no cookie of ours. */
  const rememberIn = (
    {
      tenant,
      cookies,
      onPageHost,
      now,
    }: Pick<CallRequest<CallDefinition>, 'tenant' | 'cookies' | 'onPageHost' | 'now'>,
    userId: string,
  ) =>
    onPageHost
      ? { cookies: [rememberDevice(ctx, tenant, readDevices(ctx, tenant, cookies[DEVICE_COOKIE], now), userId, now)] }
      : {};
  return [
    route(calls.register, async (request) => {
      const started = await register(ctx, sessions, guard, request.tenant, request.body, fromOf(request));
      return {
        data: presentStart(started, await modeOf(ctx, request.tenant)),
        session: started,
        ...rememberIn(request, started.userId),
      };
    }),
    route(calls.login, async (request) => {
      const started = await login(ctx, sessions, guard, request.tenant, request.body, fromOf(request));
      return {
        data: presentStart(started, await modeOf(ctx, request.tenant)),
        ...(started.joinRequired ? {} : { session: started, ...rememberIn(request, started.userId) }),
      };
    }),
    route(calls.verifyRecaptcha, async ({ tenant, body, address }) => ({
      data: await verifyRecaptcha(ctx, tenant, body, address),
    })),
    route(calls.logout, async ({ tenant, actor, now }) => {
      await ctx.database.tenants.write(tenant, (db) => revokeSession(db, actor.sessionId, now));
      return { session: null };
    }),
    route(passwords.forgotPassword, async (request) => {
      await forgotPassword(ctx, guard, request.tenant, request.body, fromOf(request));
      return { message: 'forgot-password-success' };
    }),
    route(passwords.checkToken, async (request) => ({
      data: await checkLink(ctx, request.tenant, request.params.token, fromOf(request)),
    })),
    route(passwords.resetPassword, async (request) => {
      const done = await resetPassword(ctx, sessions, guard, request.tenant, request.body, fromOf(request));
      return {
        message: done.sites > 1 ? 'password-updated-all-accounts' : 'password-updated',
        session: done,
        ...rememberIn(request, done.userId),
        data: {
          token: done.token,
          newUser: done.newUser,
          user: await payingOf(ctx, request.tenant, done.userId),
          userUniversalAccountCount: done.sites,
        },
      };
    }),
    route(checkInvitationCall, async ({ tenant, body, now }) => ({
      data: await checkInvitation(ctx, tenant, body.token, now),
    })),
    route(acceptInvitationCall, async (request) => {
      const accepted = await acceptInvitation(ctx, sessions, request.tenant, request.body, fromOf(request));
      return {
        data: { token: accepted.token, role: accepted.role },
        session: accepted,
        ...rememberIn(request, accepted.userId),
      };
    }),
    route(passwords.changePassword, async (request) => {
      const session = await changePassword(ctx, sessions, request.tenant, request.actor, request.body, request);
      return { message: 'password-updated', data: { action: 'changed', token: session.token }, session };
    }),
    route(acceptPhotoIdCall, async ({ tenant, actor, body, now }) => {
      const { user_id: userId, is_photo_id_accepted: isAccepted } = body;
      await acceptPhotoId(ctx, tenant, actor, { userId, isAccepted }, now);
      return { message: isAccepted ? 'override-granted' : 'override-revoked' };
    }),
    route(locations.countries, async () => ({ data: listCountries() })),
    route(locations.countryFromIp, async ({ address }) => ({
      data: { country: ctx.geoip.placeOf(address)?.country ?? null },
    })),
    route(locations.statesOfCountry, async ({ body }) => ({ data: listStates(body.countryId) })),
    route(locations.citiesOfState, async () => ({ data: [] })),
  ];
};

/** By the same choice that charges (DECISIONS 21). */
const modeOf = async (
  ctx: AppContext,
  tenant: Tenant,
): Promise<ReturnType<AppContext['providers']['choose']>['mode']> =>
  ctx.providers.choose(await ctx.settings.of(tenant)).mode;

/** What an answer to a new password says of how this person pays. */
async function payingOf(ctx: AppContext, tenant: Tenant, userId: string) {
  const { currency } = await ctx.settings.of(tenant);
  return ctx.database.tenants.read(tenant, async (db) => ({
    wallet_amount: toWire((await walletOf(db, userId, currency)).balanceMinor),
    default_payment_method: (await findUser(db, userId))?.default_payment_method ?? 'card',
  }));
}
