import { dayMs } from '@backlot/domain/formats/when';
import { deliver } from './actions/deliver.ts';
import { passTime, runAllJobs } from './actions/time.ts';
import { noFaults } from './faults.ts';
import type { Simulation } from './simulation.ts';

/**
 * Nothing fails any more: delivers every webhook that is not lost, and lets three days pass with all the jobs they bring.
 * @returns what does not settle
 */
export async function drain(simulation: Simulation): Promise<string[]> {
  const { undelivered, harness } = simulation;
  const unsettled: string[] = [];
  for (let day = 0; day < 3; day += 1) {
    for (const webhook of [...undelivered])
      if (!(await deliver(simulation, webhook, noFaults))) unsettled.push(`a webhook ${webhook.type} is refused`);
    if (!(await runAllJobs(simulation)))
      unsettled.push(
        ...(await harness.queue.list()).map(({ name, attempts }) => `${name} still waits after ${attempts} tries`),
      );
    await passTime(simulation, dayMs, noFaults);
    if (!(await runAllJobs(simulation))) unsettled.push('jobs never end');
  }
  for (const webhook of [...undelivered]) await deliver(simulation, webhook, noFaults);
  await runAllJobs(simulation);
  return unsettled;
}
