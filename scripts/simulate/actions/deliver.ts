import { note } from '../model.ts';
import type { PendingWebhook } from '../webhooks.ts';
import { act, type Simulation } from '../simulation.ts';
import type { EventFaults } from '../faults.ts';
import type { Action } from './action.ts';

/** Delivers a webhook to the product. False, and it stays undelivered, unless the product answers 200. */
export async function deliver(simulation: Simulation, webhook: PendingWebhook, faults?: EventFaults): Promise<boolean> {
  const { harness, model, undelivered } = simulation;
  const charge = model.charges.get(webhook.charge) ?? null;
  let status = 0;
  await act(
    simulation,
    { name: `webhook ${webhook.type}`, fan: charge?.fan ?? null },
    async () => {
      status = await harness.sendWebhook(webhook.url, webhook.body, webhook.headers());
      return { status, code: null, data: null };
    },
    faults,
  );
  webhook.wasDelivered = true;
  if (status !== 200) return false;
  if (webhook.type === saleOnForm && !model.toldSales.has(webhook.charge))
    model.toldSales.set(webhook.charge, model.event);
  const outside = model.providerReversals.get(webhook.id);
  if (outside) outside.isReported = true;
  const place = undelivered.indexOf(webhook);
  if (place !== -1) undelivered.splice(place, 1);
  return true;
}

/** Any undelivered one, the oldest no more often than another: late, in another order, twice, or never. */
export const deliverOne: Action = {
  name: 'webhook',
  weight: 20,
  async run(simulation) {
    const { undelivered, random, model } = simulation;
    if (undelivered.length === 0) return;
    const webhook = random.pick(undelivered);
    const fate = random.next();
    const charge = model.charges.get(webhook.charge);
    if (fate < 0.25 && !webhook.wasDelivered && mayBeLost(simulation, webhook)) {
      undelivered.splice(undelivered.indexOf(webhook), 1);
      if (charge) note(model, charge.fan, `webhook ${webhook.type} is lost`);
      simulation.coverage.met(`webhook ${webhook.type}`, 'any', 'lost', 'lost');
      return;
    }
    const isEarlier = undelivered.indexOf(webhook) > 0;
    if (!(await deliver(simulation, webhook))) return;
    const { coverage } = simulation;
    if (isEarlier) coverage.met(`webhook ${webhook.type}`, 'any', 'out of order', 'delivered');
    if (fate > 0.85) coverage.met(`webhook ${webhook.type}`, 'any', 'doubled', 'delivered');
    if (fate > 0.85) undelivered.push(webhook);
    if (charge && fate > 0.85) note(model, charge.fan, `webhook ${webhook.type} will come once more`);
  },
};

/**
 * The webhook of a refund of ours may not be lost: the answer confirms that one, and the webhook of the next refund of the same
 * amount would be taken for it. Nor that of coins that come when the product asks about their payment once a week:
 * nothing else tells of them sooner. Of a sale on a form that is lost for good staff have everything to do, so that few are.
 */
function mayBeLost({ model, random }: Simulation, { id, type, charge }: PendingWebhook): boolean {
  if (type === saleOnForm) return random.chance(0.25);
  if (type === 'coins' && model.lateCoins.has(charge)) return false;
  return model.providerReversals.has(id) || !/\brefund$/i.test(type);
}

const saleOnForm = "of CCBill's NewSaleSuccess";
