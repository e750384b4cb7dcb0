import { DomainError, type BodyOf } from '@backlot/contracts';
import type { addCoupon as addCall, CouponView, editCoupon as editCall } from '@backlot/contracts/coupons';
import { applyCoupon, couponCodeOf } from '@backlot/domain/money/coupon';
import { couponProblems } from '@backlot/domain/money/coupon-terms';
import { membershipBase } from '@backlot/domain/money/price';
import type { Settings } from '@backlot/domain/settings';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { requireBillablePrices } from '../checkout/index.ts';
import {
  countUses,
  couponOf,
  findCouponByCode,
  insertCoupon,
  lockCoupon,
  updateCoupon,
  type CouponRow,
} from './coupon-rows.ts';
import { presentCoupon } from './present-coupon.ts';

type Input = BodyOf<typeof addCall>;

/** @throws what `couponProblems` names, `coupon-code-taken`, `price-not-billable`, `free-start-not-billable` */
export async function addCoupon(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: Input,
  now: Date,
): Promise<CouponView> {
  requireRight(input);
  const settings = await ctx.settings.of(tenant);
  requirePayable(ctx, tenant, settings, input);
  return ctx.database.tenants.write(tenant, async (db) => {
    const row = await insertCoupon(db, {
      id: v7(),
      ...columnsOf(input),
      currency: currencyOf(input, settings),
      switched_off_at: input.is_enabled === false ? now : null,
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    });
    if (row === null) throw taken();
    return presentCoupon(row, 0, now);
  });
}

/** @throws what `couponProblems` names of the whole, `coupon-code-taken`, `price-not-billable`, `free-start-not-billable`, `not-found` */
export async function editCoupon(
  ctx: AppContext,
  tenant: Tenant,
  { _id: id, ...change }: BodyOf<typeof editCall>,
  now: Date,
): Promise<CouponView> {
  const settings = await ctx.settings.of(tenant);
  return ctx.database.tenants.write(tenant, async (db) => {
    const row = await lockCoupon(db, id);
    if (row === null) throw new DomainError('not-found');
    const { uses } = await countUses(db, id, { userId: id });
    const { code, is_enabled: wasEnabled, ...before } = presentCoupon(row, uses, now);
    const input: Input = { ...before, code, ...change };
    requireRight(input);
    const next = columnsOf(input);
    const isRepriced = changesPrice(row, next);
    // A coupon of before may still be ended or switched off; switched on again it is offered as a new one is.
    if (isRepriced || (change.is_enabled === true && !wasEnabled)) requirePayable(ctx, tenant, settings, input);
    if (next.code !== row.code && (await findCouponByCode(db, next.code)) !== null) throw taken();
    const isOn = change.is_enabled ?? wasEnabled;
    const changed = await updateCoupon(db, id, {
      ...next,
      // Other amounts than before are in what the site takes now.
      ...(row.currency !== undefined && isRepriced ? { currency: currencyOf(input, settings) } : {}),
      switched_off_at: isOn ? null : (row.switched_off_at ?? now),
      updated_at: now,
    });
    return presentCoupon(changed, uses, now);
  });
}

const taken = (): DomainError =>
  new DomainError('coupon-code-taken', {}, { fields: [{ field: 'code', code: 'coupon-code-taken' }] });

function requireRight(input: Input): void {
  const [first, ...others] = couponProblems(input);
  if (first) throw new DomainError(first.code, {}, { fields: [first, ...others] });
}

const currencyOf = ({ discount_type: type }: Input, { currency }: Settings): string | null =>
  type === 'flat' ? currency : null;

type Price = Pick<CouponRow, 'discount_type' | 'initial_hundredths' | 'recurring_hundredths'>;

/** The form sends the whole coupon, whichever part of it was changed. */
const changesPrice = (row: Price, next: Price): boolean =>
  next.discount_type !== row.discount_type ||
  next.initial_hundredths !== row.initial_hundredths ||
  next.recurring_hundredths !== row.recurring_hundredths;

/**
 * What it makes of the site's prices has to be something that can be sold: also a membership that begins free of charge and
 * costs something later. A price that it leaves alone is none of its making.
 * @throws price-not-billable, free-start-not-billable
 */
function requirePayable(ctx: AppContext, { locale }: Tenant, settings: Settings, input: Input): void {
  const coupon = couponOf({ ...columnsOf(input), switched_off_at: null } as CouponRow);
  const made = [false, true].map((isSubscribedEver) => {
    const base = membershipBase(settings, isSubscribedEver);
    return { base, price: applyCoupon(coupon, base.initial, base.recurring) };
  });
  const amountsOf = (field: string, part: 'initial' | 'recurring') =>
    made.filter(({ base, price }) => price[part] !== base[part]).map(({ price }) => ({ field, minor: price[part] }));
  const isFreeStart = made.some(({ base, price }) => base.initial > 0 && price.initial === 0 && price.recurring > 0);
  // A first payment may come from the wallet. Of the later ones nobody knows: who pays that one with a card renews with it.
  requireBillablePrices(ctx, settings, locale, { amounts: amountsOf('discount_value_for_recurring', 'recurring') });
  requireBillablePrices(ctx, settings, locale, {
    amounts: amountsOf('discount_value_for_initial', 'initial'),
    freeStart: isFreeStart ? 'discount_value_for_initial' : undefined,
    isWalletEnough: true,
  });
}

const columnsOf = (
  input: Input,
): Omit<CouponRow, 'id' | 'switched_off_at' | 'created_by' | 'created_at' | 'updated_at'> => ({
  code: couponCodeOf(input.code),
  discount_type: input.discount_type,
  initial_hundredths: Math.round(input.discount_value_for_initial * 100),
  recurring_hundredths: Math.round(input.discount_value_for_recurring * 100),
  starts_at: input.starts_at ? new Date(input.starts_at) : null,
  ends_at: input.ends_at ? new Date(input.ends_at) : null,
  max_uses: input.max_uses ?? null,
  max_uses_per_fan: input.max_uses_per_user ?? null,
});
