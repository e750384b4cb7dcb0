import type { SiteName } from '@backlot/server/testing/world';
import { forgetPromotions } from '@backlot/server/features/promotions/running-promotions';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fan, Promotion } from '../model.ts';
import { act, type Simulation } from '../simulation.ts';
import type { Action } from './action.ts';

const kinds = ['SUBSCRIPTION', 'LOCKED_CONTENT'] as const;
const memberships = [
  { initialMinor: 500, recurringMinor: 1999, days: 30 },
  { initialMinor: 900, recurringMinor: 1500, days: 30 },
  { initialMinor: 300, recurringMinor: 1999, days: 7 },
  { initialMinor: 0, recurringMinor: 1999, days: 7 },
] as const;
const percents = [20, 50] as const;
const hours = [24, 72, 168] as const;

const pickSite = ({ random }: Simulation): SiteName => (random.chance(0.67) ? 'luna' : 'mars');

/** The promotion of a kind that runs at a site at the moment, as its creator was told. */
export function runningAt(
  { model, harness }: Simulation,
  site: SiteName,
  kind: Promotion['kind'],
): Promotion | undefined {
  const now = harness.world.clock.now().getTime();
  return model.promotions.find(
    (one) => one.site === site && one.kind === kind && !one.isEnded && now < one.until && now >= one.from,
  );
}

export const promote: Action = {
  name: 'promote',
  weight: 1.5,
  async run(simulation) {
    const { harness, model, random } = simulation;
    const [site, kind, lasts] = [pickSite(simulation), random.pick(kinds), random.pick(hours)];
    const terms = random.pick(memberships);
    const percent = random.pick(percents);
    const { model: creator } = harness.world.people[site];
    const now = harness.world.clock.now().getTime();
    const reply = await act(simulation, { name: 'promote', fan: null, isSure: true }, () =>
      harness.call('POST /api/promotion-setting/save-promotion', {
        as: creator,
        body: {
          type: kind,
          date_expire: lasts,
          ribbon_text: 'For a while',
          applicable_to: 'ALL_USERS',
          ...(kind === 'LOCKED_CONTENT'
            ? { discount_percentage: percent }
            : {
                subscription_initial_amount: terms.initialMinor / 100,
                subscription_recurring_amount: terms.recurringMinor / 100,
                initial_period: terms.days,
              }),
        },
      }),
    );
    // One that was saved before the answer was lost is refused as running.
    const known = await findRunning(simulation, site, kind);
    if (known === null || model.promotions.some(({ id }) => id === known)) return;
    if (reply?.status !== 200 && reply?.code !== 'promotion-running') return;
    const until = now + lasts * 3_600_000;
    model.promotions.push({ id: known, site, kind, from: now, until, isEnded: false, percent, ...terms });
    await untilKnown(simulation, site);
  },
};

export const endPromotion: Action = {
  name: 'end a promotion',
  weight: 0.7,
  async run(simulation) {
    const { harness, random } = simulation;
    const [site, kind] = [pickSite(simulation), random.pick(kinds)];
    const running = runningAt(simulation, site, kind);
    if (running === undefined) return;
    const reply = await act(simulation, { name: 'end a promotion', fan: null, isSure: true }, () =>
      harness.call('POST /api/promotion-setting/end-promotion', {
        as: harness.world.people[site].model,
        body: { promotion_id: running.id },
      }),
    );
    if (reply !== null && reply.status < 500) running.isEnded = true;
    await untilKnown(simulation, site);
  },
};

async function findRunning({ harness }: Simulation, site: SiteName, kind: Promotion['kind']): Promise<string | null> {
  const { data } = await harness.call('POST /api/promotion-setting/promotion', {
    as: harness.world.people[site].model,
    body: { promotion_type: kind },
  });
  return (data?._id as string | undefined) ?? null;
}

/** The database tells every process of it. */
const untilKnown = async ({ harness }: Simulation, site: SiteName): Promise<void> => {
  const { ctx } = harness.server();
  const heard = new Promise<void>((resolve) => ctx.settings.onChange(() => resolve()));
  await ctx.database.notify('settings_changed', harness.world.tenants[site].id);
  await Promise.race([heard, sleep(2_000)]);
  // They are remembered by the database's connection, which a restarted server of ours shares with the one before.
  forgetPromotions(ctx, harness.world.tenants[site]);
};

/** In minor units: what a post costs, by a rule of the model's own: up to the whole dollar, and never more than without. */
export function reduced(priceMinor: number, promotion: Promotion | undefined): number {
  if (promotion === undefined) return priceMinor;
  return Math.min(priceMinor, Math.ceil((priceMinor * (100 - promotion.percent)) / 10_000) * 100);
}

const freeMonths = [0, 1, 2, 2, -1] as const;

/** The creator brings former members back, or no more. */
export const offerReturn: Action = {
  name: 'offer to return',
  weight: 1,
  async run(simulation) {
    const { harness, model, random } = simulation;
    const site = pickSite(simulation);
    const [isOn, months, forFormer] = [random.chance(0.75), random.pick(freeMonths), random.chance(0.7)];
    const { model: creator } = harness.world.people[site];
    const saved = await act(simulation, { name: 'offer to return', fan: null, isSure: true }, () =>
      harness.call('PUT /api/resubscribe-offer/save-offer', {
        as: creator,
        body: {
          for_subscribers_only: forFormer,
          give_free_month_subscription: months,
          recurring_price: 9,
          promo_banner_text: 'Come home',
        },
      }),
    );
    // A hosted form keeps no card without a charge; what was offered before stays.
    if (months > 0 && saved?.code === 'free-start-not-billable') return;
    const on = await act(simulation, { name: 'offer to return', fan: null, isSure: true }, () =>
      harness.call('PUT /api/resubscribe-offer/save-settings', { as: creator, body: { is_enabled: isOn } }),
    );
    if (saved?.status !== 200 || on?.status !== 200)
      throw new Error(`There is no offer: ${saved?.code} and ${on?.code}.`);
    model.offers.set(site, isOn ? { months, forFormer, recurringMinor: 900 } : null);
    await untilKnown(simulation, site);
  },
};

/** First and later price that the site may tell a fan, by the creator's own settings. */
export function pricesFor(simulation: Simulation, { site, freePeriods }: Fan): string[] {
  const promotion = runningAt(simulation, site, 'SUBSCRIPTION');
  const had = promotion?.initialMinor === 0 ? freePeriods.get(promotion.id) : undefined;
  const promoted = promotion && had !== true ? [`${promotion.initialMinor} ${promotion.recurringMinor}`] : [];
  if (promotion !== undefined && had === undefined) return promoted;
  return [...promoted, ...pricesWithout(simulation, site)];
}

/** Noted once something at the price of the promotion that runs began, or may have. */
export function noteFreePeriod(simulation: Simulation, { site, freePeriods }: Fan, isSure: boolean): void {
  const promotion = runningAt(simulation, site, 'SUBSCRIPTION');
  if (promotion?.initialMinor === 0) freePeriods.set(promotion.id, isSure || freePeriods.get(promotion.id) === true);
}

function pricesWithout(simulation: Simulation, site: SiteName): string[] {
  const offer = simulation.model.offers.get(site) ?? null;
  if (offer === null) return ['1999 1999'];
  return ['1999 1999', `${offer.months === 0 ? 900 : 0} ${offer.months === -1 ? 0 : 900}`];
}
