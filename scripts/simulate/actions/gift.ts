import { note, type Fan } from '../model.ts';
import { act, pickFan } from '../simulation.ts';
import type { Action } from './action.ts';

const dayMs = 86_400_000;

/** Staff give a membership for some months, from now on or after what was paid for. */
export const give: Action = {
  name: 'give a membership',
  weight: 3,
  async run(simulation) {
    const { harness, random, model } = simulation;
    const fan = pickFan(simulation);
    const months = random.between(1, 2);
    const at = harness.world.clock.now().getTime();
    // Sent again it would give twice: whoever was cut off looks first.
    const before = await untilOf(simulation, fan);
    const reply = await act(simulation, { name: 'give a membership', fan }, () =>
      harness.call('POST /api/admin/give_complimentary_subscription', {
        as: harness.world.people[fan.site].model,
        body: { user_id: fan.person.id, months, reason: 'A friend' },
      }),
    );
    if (reply !== null && reply.status >= 400 && reply.status < 500) return;
    const until = await untilOf(simulation, fan);
    if (reply?.status !== 200 && until === before) return;
    const given = until - Math.max(at, before);
    if (given < months * 28 * dayMs || given > (months * 31 + 1) * dayMs)
      simulation.violations.push({
        invariant: 'another time than was given',
        text: `${months} months from ${before === Infinity ? 'for ever' : new Date(Math.max(at, before)).toISOString()} end at ${new Date(until).toISOString()}`,
        fan,
        event: model.event,
      });
    note(model, fan, `has ${months} months as a gift until ${new Date(until).toISOString()}`);
    // What was paid for before it may go back, and it then begins at once.
    fan.gifts.push({ by: 'staff', at, until, lastsMs: given, isSure: before === 0, isRevoked: false });
    const told = { initialMinor: 0, recurringMinor: 0, nextAt: Infinity, lastsMs: given, reason: 'gift' };
    fan.terms.push({ ...told, at, event: model.event, charge: null, isSure: true });
  },
};

/** Until when a fan is a member, as their profile shows it; 0 for nobody. */
async function untilOf({ harness }: Parameters<Action['run']>[0], fan: Fan): Promise<number> {
  const { data } = await harness.call('GET /api/users/me', { as: fan.person });
  if (data.ccbillSubscriptionStatus === '0') return 0;
  const until = data.expiration_date ?? data.next_billing_date;
  return until === null ? Infinity : new Date(until as string).getTime();
}

export const revoke: Action = {
  name: 'take a gift back',
  weight: 1,
  async run(simulation) {
    const { harness, random, model } = simulation;
    const given = model.fans.filter(({ gifts }) => gifts.some(({ by, isRevoked }) => by === 'staff' && !isRevoked));
    if (given.length === 0) return;
    const fan = random.pick(given);
    const reply = await act(simulation, { name: 'take a gift back', fan, isSure: true }, () =>
      harness.call('POST /api/admin/revoke_complimentary_subscription', {
        as: harness.world.people[fan.site].model,
        body: { user_id: fan.person.id },
      }),
    );
    // Refused where it is over, or was taken back before the answer was lost.
    if (reply !== null && reply.status < 500)
      for (const gift of fan.gifts) if (gift.by === 'staff') gift.isRevoked = true;
  },
};
