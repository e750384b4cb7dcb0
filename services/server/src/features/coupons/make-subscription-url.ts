import { DomainError, type Answer, type BodyOf } from '@backlot/contracts';
import type { generateSubscriptionUrl as call } from '@backlot/contracts/subscription-url';
import { couponCodeOf, couponRefusal, type CouponRefusal } from '@backlot/domain/money/coupon';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { drawQr } from '../../sites/draw-qr.ts';
import { siteAddress } from '../../sites/site-address.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findCoupon, refusedCoupon, type FoundCoupon } from './use-coupon.ts';

const paths = { subscribe: '/subscribe', membership: '/membership', landing: '/' } as const;
const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** What a QR code of this kind holds is 2,331 bytes; an address has one for each character. */
const mostCharacters = 2_300;

/**
 * A link with what the site honours: the coupon on the subscribe page, and where its visitors come from on every one.
 *
 * @throws why the coupon counts for nobody; `invalid-request` for a coupon on a page that applies none
 */
export async function makeSubscriptionUrl(
  ctx: AppContext,
  tenant: Tenant,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  { page = 'subscribe', coupon_code: typed = '', ...utm }: BodyOf<typeof call>,
): Promise<Answer<typeof call>['data']> {
  const code = couponCodeOf(typed);
  if (code !== '' && page !== 'subscribe')
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'coupon_code', code: 'unexpected' }] });
  if (code !== '') {
    const settings = await ctx.settings.of(tenant);
    const found = await ctx.database.tenants.read(tenant, (db) => findCoupon(db, code, actor.userId));
    const refusal = refusalOfLink(found, settings, now);
    if (refusal !== null) throw refusedCoupon(refusal);
  }
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

/** As it stands for everybody: a link may be made before its coupon begins, and whoever makes it does not use it. */
function refusalOfLink(found: FoundCoupon | null, settings: Settings, now: Date): CouponRefusal | null {
  return couponRefusal(found && { ...found.coupon, startsAt: null, maxUsesPerFan: null }, settings, now);
}
