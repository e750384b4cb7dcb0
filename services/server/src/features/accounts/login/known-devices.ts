import { randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '@backlot/domain/formats/when';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';

export const DEVICE_COOKIE = 'known-device';
const DAYS = 180;
/** People who share a browser. */
const KEPT = 3;

export interface KnownDevice {
  readonly userId: string;
  readonly device: string;
  readonly since: Date;
  readonly token: string;
}

/** The people who have logged in with this browser on this site, from its cookie: what we signed and nothing else. */
export function readDevices(
  ctx: AppContext,
  tenant: Tenant,
  cookie: string | undefined,
  now: Date,
): readonly KnownDevice[] {
  if (cookie === undefined || cookie.length > 1_000) return [];
  return cookie
    .split('~')
    .slice(0, KEPT)
    .flatMap((token) => {
      const [userId = '', device = '', end = '', seal = ''] = token.split('.');
      const [wanted, got] = [Buffer.from(sealOf(ctx, tenant, userId, device, end)), Buffer.from(seal)];
      const isOurs =
        wanted.length === got.length && timingSafeEqual(wanted, got) && Number.parseInt(end, 36) > now.getTime();
      return isOurs ? [{ userId, device, since: new Date(Number.parseInt(end, 36) - DAYS * dayMs), token }] : [];
    });
}

/** The cookie after this person has logged in; bound to person and site, so that it opens nothing and helps nowhere else. */
export function rememberDevice(
  ctx: AppContext,
  tenant: Tenant,
  known: readonly KnownDevice[],
  userId: string,
  now: Date,
): { name: string; value: string; maxAgeSeconds: number } {
  const device = known.find((one) => one.userId === userId)?.device ?? randomBytes(9).toString('base64url');
  const end = (now.getTime() + DAYS * dayMs).toString(36);
  const token = [userId, device, end, sealOf(ctx, tenant, userId, device, end)].join('.');
  const others = known.filter((one) => one.userId !== userId).map((one) => one.token);
  return { name: DEVICE_COOKIE, value: [token, ...others].slice(0, KEPT).join('~'), maxAgeSeconds: DAYS * 86_400 };
}

const sealOf = (ctx: AppContext, tenant: Tenant, userId: string, device: string, end: string): string =>
  ctx.secrets.hmac('known-device', JSON.stringify([tenant.id, userId, device, end]));
