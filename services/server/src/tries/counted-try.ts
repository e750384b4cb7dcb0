import type { HumanCheck } from '@backlot/contracts/human-check';
import type { AppContext } from '../context.ts';
import type { HumanChecks, Purpose } from '../human-check/challenges.ts';
import { hardest, isFree } from './allowance.ts';
import type { Counted, Levels } from './levels.ts';

/** Takes a count back. */
export type TakeBack = () => Promise<void>;

export interface CheckedTry {
  readonly counted: readonly Counted[];
  readonly purpose: Purpose;
  readonly humanCheck: HumanCheck | undefined;
  /** Where the call comes from. */
  readonly address: string;
}

/**
 * Counts a try of each, and asks for a human check where one of them has no free try left. Counted before the check is
 * looked at: many solutions sent at once do not all meet the first one's level.
 * @returns what takes the count back
 * @throws `human-check` with a challenge; nothing was tried then, and nothing stays counted
 */
export async function countOrCheck(
  ctx: Pick<AppContext, 'log'>,
  { levels, checks }: { readonly levels: Levels; readonly checks: HumanChecks },
  { counted, purpose, humanCheck, address }: CheckedTry,
): Promise<TakeBack> {
  const { before, takeBack } = await levels.add(counted);
  const demand = hardest(counted, before);
  if (demand === null) return takeBack;
  try {
    await checks.require(purpose, humanCheck, demand, address);
  } catch (error) {
    await takeBack().catch((failure: unknown) => ctx.log.error({ err: failure }, 'a try stays counted'));
    throw error;
  }
  return takeBack;
}

/** Counts a try that no check makes up for. Null, and nothing counted, where none is free. */
export async function countIfFree(levels: Levels, counted: Counted): Promise<TakeBack | null> {
  const { before, takeBack } = await levels.add([counted]);
  if (before.every((level) => isFree(level, counted.allowance))) return takeBack;
  await takeBack();
  return null;
}
