import { performance } from 'node:perf_hooks';

export interface StepResult {
  passed: number;
  failed: number;
  /** Shown under the step: what is wrong, and what to do. */
  output?: string;
  /** Of the programs that it ran; what this process took for it is counted where nothing is told. */
  processorSeconds?: number;
}

export interface Step {
  name: string;
  run: () => Promise<StepResult>;
  /** Begins with the first step and works beside those before it, for one processor's worth of work. */
  isBeside?: boolean;
}

export interface Totals {
  passed: number;
  failed: number;
  failedSteps: string[];
  /** Processor seconds by the name of the step. */
  spent: Map<string, number>;
}

/** Runs every step, also after one has failed, so that one run shows all there is to mend. */
export async function runSteps(steps: Step[]): Promise<Totals> {
  const totals: Totals = { passed: 0, failed: 0, failedSteps: [], spent: new Map() };
  const beside = new Map(steps.filter(({ isBeside }) => isBeside).map((step) => [step, timed(step)]));
  for (const step of steps) {
    console.log(`\n▸ ${step.name}`);
    const { result, ms, ownSeconds } = await (beside.get(step) ?? timed(step));
    totals.passed += result.passed;
    totals.failed += result.failed;
    if (result.output) console.log(result.output.trimEnd());
    const seconds = result.processorSeconds ?? ownSeconds;
    totals.spent.set(step.name, seconds);
    const time = `${(ms / 1000).toFixed(1)} s, ${seconds.toFixed(1)} of processors`;
    if (result.failed > 0) totals.failedSteps.push(step.name);
    console.log(result.failed > 0 ? `✗ ${step.name}: ${result.failed} failed  ${time}` : `✓ ${step.name}  ${time}`);
  }
  return totals;
}

/** A step that throws has failed with what it threw. */
async function timed(step: Step): Promise<{ result: StepResult; ms: number; ownSeconds: number }> {
  const since = performance.now();
  const before = process.cpuUsage();
  const result = await step.run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
  const { user, system } = process.cpuUsage(before);
  return { result, ms: performance.now() - since, ownSeconds: (user + system) / 1e6 };
}

/** The closing lines of the gate; the last one is read by machines. */
export function closeGate(totals: Omit<Totals, 'spent'>): never {
  if (totals.failedSteps.length > 0) console.log(`\nFailed: ${totals.failedSteps.join(', ')}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed > 0 ? 1 : 0);
}
