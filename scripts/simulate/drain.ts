import { dayMs } from '@backlot/domain/formats/when';
import { seeTo } from './actions/console.ts';
import { deliver } from './actions/deliver.ts';
import { passTime, runAllJobs } from './actions/time.ts';
import { noFaults } from './faults.ts';
import type { Simulation } from './simulation.ts';

/** After this the product waits no more for a card on a form. */
const formMs = 31 * 60_000;

/**
 * Nothing fails any more: delivers every webhook that is not lost, has staff see to what they are shown, and lets
 * three days pass with all the jobs they bring.
 * @returns what does not settle
 */
export async function drain(simulation: Simulation): Promise<string[]> {
  const { undelivered, harness, model } = simulation;
  const unsettled: string[] = [];
  // Fans left the pages on which they were to type a card; a few come back to them.
  await harness.pass(formMs);
  model.forms.splice(0, Math.max(0, model.forms.length - 2));
  // Nor does a bank wait longer for its answer.
  for (const { url } of model.challenges.splice(0))
    await fetch(url, { method: 'POST', body: new URLSearchParams({ act: 'close' }), redirect: 'manual' });
  for (let day = 0; day < 3; day += 1) {
    for (const webhook of [...undelivered])
      if (!(await deliver(simulation, webhook, noFaults))) unsettled.push(`a webhook ${webhook.type} is refused`);
    if (!(await runAllJobs(simulation)))
      unsettled.push(
        ...(await harness.queue.list()).map(
          ({ name, attempts, lastError }) => `${name} still waits after ${attempts} tries: ${lastError}`,
        ),
      );
    await seeTo(simulation, { isQuiet: false });
    await passTime(simulation, dayMs, noFaults);
    if (!(await runAllJobs(simulation))) unsettled.push('jobs never end');
  }
  const deliverAll = async (): Promise<void> => {
    for (const webhook of [...undelivered]) await deliver(simulation, webhook, noFaults);
    await runAllJobs(simulation);
  };
  await deliverAll();
  await seeTo(simulation, { isQuiet: true });
  await deliverAll();
  return unsettled;
}
