import type { Simulation } from '../simulation.ts';

/** A kind of event. */
export interface Action {
  readonly name: string;
  /** How often it is drawn beside the others. */
  readonly weight: number;
  run(simulation: Simulation): Promise<void>;
}
