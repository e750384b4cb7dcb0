import { act } from '../simulation.ts';
import type { Action } from './action.ts';

/** The payer's bank asks whether it is them: it is, it is not, or nobody answers. */
export const answerBank: Action = {
  name: 'answer the bank',
  weight: 5,
  async run(simulation) {
    const { model, random } = simulation;
    if (model.challenges.length === 0) return;
    const challenge = random.pick(model.challenges);
    const { fan, url, reference } = challenge;
    const answer = random.pick(['confirm', 'confirm', 'confirm', 'deny', 'close', null] as const);
    if (answer === null) return;
    model.challenges.splice(model.challenges.indexOf(challenge), 1);
    await act(
      simulation,
      { name: `answer the bank: ${answer}`, fan, sale: model.formOwners.get(reference)?.sale ?? undefined },
      async () => {
        const { status } = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ act: answer }),
          redirect: 'manual',
        });
        return { status, code: null, data: null };
      },
    );
  },
};
