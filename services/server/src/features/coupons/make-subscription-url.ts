import { DomainError, type Answer, type BodyOf } from '@backlot/contracts';
import type { generateSubscriptionUrl as call } from '@backlot/contracts/subscription-url';
import type { AppContext } from '../../context.ts';
import { drawQr } from '../../sites/draw-qr.ts';
import { siteAddress } from '../../sites/site-address.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findCouponByCode } from './coupon-rows.ts';

const paths = { subscribe: '/subscribe', membership: '/membership', landing: '/' } as const;
const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** What a QR code of this kind holds is 2,331 bytes; an address has one for each character. */
const mostCharacters = 2_300;

/**
 * A link with what the site honours: the coupon on the subscribe page, and where its visitors come from on every one.
 *
 * @throws `coupon-not-found` for a code that the site has not; `invalid-request` for a coupon on a page that applies none
 */
export async function makeSubscriptionUrl(
  ctx: AppContext,
  tenant: Tenant,
  { page = 'subscribe', coupon_code: typed = '', ...utm }: BodyOf<typeof call>,
): Promise<Answer<typeof call>['data']> {
  const code = typed.trim().toUpperCase();
  if (code !== '' && page !== 'subscribe')
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'coupon_code', code: 'unexpected' }] });
  if (code !== '' && (await ctx.database.tenants.read(tenant, (db) => findCouponByCode(db, code))) === null)
    throw new DomainError('coupon-not-found');
  const url = new URL(paths[page], siteAddress(ctx.config, tenant));
  if (code !== '') url.searchParams.set('coupon', code);
  for (const name of utmNames) {
    const value = utm[name]?.trim() ?? '';
    if (value !== '') url.searchParams.set(name, value);
  }
  if (url.href.length > mostCharacters)
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'utm_content', code: 'maxLength' }] });
  return { url: url.href, qr_img: await drawQr(url.href) };
}
