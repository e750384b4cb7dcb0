import { chargesOf, membership, providerReversalsOf, type Fan } from '../model.ts';
import { act, pickFan, type Simulation } from '../simulation.ts';
import type { Action } from './action.ts';

/** Somebody withdraws from a membership (C15): it ends, and all that was paid for it comes back. */
export const withdraw: Action = {
  name: 'withdraw',
  weight: 2,
  async run(simulation) {
    const { harness } = simulation;
    const fan = pickFan(simulation);
    if (hasUnreported(simulation, fan)) return;
    const shown = await harness.call('GET /api/v2/subscription/withdrawal', { as: fan.person });
    const contract = shown.status === 200 ? (shown.data?.contract ?? null) : null;
    if (contract === null) return;
    const reply = await act(simulation, { name: 'withdraw', fan, isSure: true }, () =>
      harness.call('POST /api/v2/subscription/withdraw', { as: fan.person, body: { id: contract._id } }),
    );
    if (reply?.status !== 200) return;
    fan.isCancelled = true;
    fan.withdrewAt = simulation.model.event;
    const asked = await listAsked(simulation, fan, contract._id);
    for (const { id, ref, minor } of asked) {
      const charge = simulation.model.charges.get(id) ?? simulation.model.charges.get(ref ?? '');
      if (charge) charge.refundAskedMinor += minor;
    }
    const told = (reply.data.comes_back as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0);
    const sum = asked.reduce((all, { minor }) => all + minor, 0);
    if (Math.round(told * 100) !== sum)
      simulation.violations.push({
        invariant: 'another sum than was told',
        text: `a withdrawal told of ${told} and asks for ${sum} minor units`,
        fan,
        event: simulation.model.event,
      });
  },
};

/** As with refunds by staff: what somebody gave back in CCBill's console and the product does not know of is taken for ours. */
const hasUnreported = ({ model }: Simulation, fan: Fan): boolean =>
  chargesOf(model, fan).some(
    (charge) =>
      charge.bought === membership &&
      charge.provider.saleOf(charge.reference) !== null &&
      providerReversalsOf(model, charge).some(({ isReported }) => !isReported),
  );

interface Asked {
  readonly id: string;
  readonly ref: string | null;
  readonly minor: number;
}

/** What was asked back for a withdrawal from the contract of this purchase. */
async function listAsked({ harness }: Simulation, fan: Fan, intentId: string): Promise<readonly Asked[]> {
  const schema = harness.schemas[fan.site];
  const { rows } = await harness.owner.query<Asked>(
    `select a.id, a.provider_ref as ref, r.amount_minor::int as minor from ${schema}.payment_reversals r
       join ${schema}.payment_attempts a on a.id = r.attempt_id join ${schema}.payment_intents i on i.id = a.intent_id
       join ${schema}.withdrawals w on w.user_id = i.user_id and w.intent_id = $2
     where i.user_id = $1 and r.reason = 'withdrawn' and r.created_at = w.at`,
    [fan.person.id, intentId],
  );
  return rows;
}
