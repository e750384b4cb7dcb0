import type { SiteName } from './world.ts';
import type { MoneyWorld } from './money-world.ts';

/** A week's half price of every post for sale. */
export const halfOff = { type: 'LOCKED_CONTENT', date_expire: 168, ribbon_text: 'Half price', discount_percentage: 50 };
/** A first month for 5, and then the usual price. */
export const cheapMonth = {
  type: 'SUBSCRIPTION',
  date_expire: 168,
  ribbon_text: 'Five to start',
  applicable_to: 'ALL_USERS',
  subscription_initial_amount: 5,
  subscription_recurring_amount: 19.99,
  initial_period: 30,
};

/** Starts one for a test, after whatever another has left running. */
export async function promote(world: MoneyWorld, terms: object, site: SiteName = 'luna'): Promise<string> {
  await endPromotions(world, site);
  const as = world.people[site].model;
  const { status, body, text } = await world.call('POST /api/promotion-setting/save-promotion', { as, body: terms });
  if (status !== 200) throw new Error(text);
  return body.data._id as string;
}

export async function endPromotions(world: MoneyWorld, site: SiteName = 'luna'): Promise<void> {
  const as = world.people[site].model;
  for (const type of ['SUBSCRIPTION', 'LOCKED_CONTENT']) {
    const body = { promotion_type: type };
    const { data } = (await world.call('POST /api/promotion-setting/promotion', { as, body })).body;
    if (data !== null)
      await world.call('POST /api/promotion-setting/end-promotion', { as, body: { promotion_id: data._id } });
  }
}
