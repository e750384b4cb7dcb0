import { carry } from './actions/carry.ts';
import { passTime, workOffAll } from './actions/time.ts';
import { noTrouble } from './faults.ts';
import { dayMs } from './open-town.ts';
import type { Simulation } from './simulation.ts';

/**
 * Nothing fails any more, every notice that is not lost is brought, and three days pass with all that they set off.
 * @returns what does not come to rest
 */
export async function quieten(simulation: Simulation): Promise<string[]> {
  const { pile, town } = simulation;
  const restless: string[] = [];
  for (let day = 0; day < 3; day += 1) {
    for (const notice of [...pile])
      if (!(await carry(simulation, notice, noTrouble))) restless.push(`a notice ${notice.type} is refused`);
    if (!(await workOffAll(simulation)))
      restless.push(
        ...(await town.queue.list()).map(({ name, attempts }) => `${name} still waits after ${attempts} tries`),
      );
    await passTime(simulation, dayMs, noTrouble);
    if (!(await workOffAll(simulation))) restless.push('jobs go on and on');
  }
  for (const notice of [...pile]) await carry(simulation, notice, noTrouble);
  await workOffAll(simulation);
  return restless;
}
