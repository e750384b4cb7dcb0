import { card } from '@backlot/server/testing/money-world';
import { note, type Form } from '../model.ts';
import type { Reply } from '../open-harness.ts';
import { act, type Simulation } from '../simulation.ts';
import type { Action } from './action.ts';

/** What is typed on a form: mostly good, some only at first, some refused so that another card may be tried there. */
const cards = [
  card.good,
  card.good,
  card.good,
  card.good,
  card.good,
  card.noRenewal,
  card.needsAttentionLater,
  card.stolenLater,
  card.declined,
  card.stolen,
];

const pickForm = ({ model, random }: Simulation): Form | null =>
  model.forms.length === 0 ? null : random.pick(model.forms);

const forget = ({ model }: Simulation, form: Form): void =>
  void (model.forms.includes(form) && model.forms.splice(model.forms.indexOf(form), 1));

async function send({ url }: Form, fields: Readonly<Record<string, string>>): Promise<Reply> {
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  return { status, code: null, data: null };
}

const type = (form: Form, number: string): Promise<Reply> =>
  send(form, { act: 'card', number, month: '12', year: '2031', cvv: '123' });

/** A card on the provider's page, however long ago it was opened: the page does not know who waits for it. */
export const payForm: Action = {
  name: 'pay a form',
  weight: 16,
  async run(simulation) {
    const { random, model } = simulation;
    const form = pickForm(simulation);
    if (form === null) return;
    const { fan } = form;
    let isPaid = false;
    // Whoever is refused tries another card on the same page.
    for (let tries = 0; tries < 3 && !isPaid; tries += 1) {
      const before = model.charges.size;
      const number = tries === 0 ? random.pick(cards) : card.good;
      const name = tries === 0 ? 'pay a form' : 'pay a form after a refusal';
      await act(simulation, { name, fan, asks: 'form' }, () => type(form, number));
      isPaid = model.charges.size > before;
      if (random.chance(0.2)) break;
    }
    // One in twelve is paid a second time, as by somebody who goes back.
    if (isPaid && !random.chance(0.08)) forget(simulation, form);
  },
};

/** The fan gives it up: on the page, on the site, or by going away. One in three pays it all the same some day. */
export const leaveForm: Action = {
  name: 'leave a form',
  weight: 3,
  async run(simulation) {
    const { random, harness, model } = simulation;
    const form = pickForm(simulation);
    if (form === null) return;
    const { fan, intentId } = form;
    if (random.chance(0.3))
      await act(simulation, { name: 'leave a form', fan, asks: 'form' }, () => send(form, { act: 'close' }));
    else
      await act(simulation, { name: 'give up a form', fan }, () =>
        harness.call('POST /api/v2/purchase/cancel', { as: fan.person, body: { intent_id: intentId } }),
      );
    if (random.chance(0.67)) forget(simulation, form);
    else note(model, fan, 'keeps the form open');
  },
};

/** The payer cancels at CCBill, which tells of it. */
export const cancelAtProvider: Action = {
  name: 'cancel at the provider',
  weight: 0.5,
  async run(simulation) {
    const { harness, model, random, coverage } = simulation;
    const series = harness.form.sales().filter(({ state }) => state === 'recurring');
    if (series.length === 0) return;
    const { subscriptionId } = random.pick(series);
    const fan = model.charges.get(subscriptionId)?.fan;
    model.event += 1;
    harness.form.cancel(subscriptionId);
    coverage.met('cancel at the provider', 'any', 'none', 'done');
    if (fan) note(model, fan, `cancels ${subscriptionId} at the provider`);
  },
};
