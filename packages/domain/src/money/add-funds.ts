import { parseTypedAmount, type Minor } from './money.ts';

/** The setting's text `10,25,50` in minor units; what is no amount is left out. */
const optionsOf = (text: string): Minor[] =>
  text
    .split(',')
    .map(parseTypedAmount)
    .filter((minor) => minor !== null && minor > 0) as Minor[];

export interface FundBounds {
  readonly minimumMinor: Minor;
  readonly maximumMinor: Minor;
}

/** WAL-04: a preset that does not cover what is missing is not offered, nor one that may not be added. */
export const offeredPresets = (options: string, neededMinor: Minor | null, bounds: FundBounds): readonly Minor[] =>
  optionsOf(options).filter((minor) => isFundAmount(minor, bounds) && (neededMinor === null || minor > neededMinor));

/** WAL-05, WAL-06: what is missing, within what may be added; else the fourth preset, or the last of fewer. */
export function presetAmount(options: string, neededMinor: Minor | null, bounds: FundBounds): Minor | null {
  if (neededMinor !== null && neededMinor > 0)
    return Math.min(Math.max(neededMinor, bounds.minimumMinor), bounds.maximumMinor);
  const presets = offeredPresets(options, null, bounds);
  return presets[3] ?? presets.at(-1) ?? null;
}

/** WAL-21 to WAL-23: the whole dollars of it lie between the bounds; a minimum that has cents may be added as it is. */
export const isFundAmount = (minor: Minor, { minimumMinor, maximumMinor }: FundBounds): boolean =>
  minor >= minimumMinor && Math.trunc(minor / 100) * 100 <= maximumMinor;

export type FundAmountProblem = 'add-funds-invalid' | 'add-funds-range';

/** What is wrong with what was typed into 'Other amount'. */
export function fundAmountProblem(typed: string, bounds: FundBounds): FundAmountProblem | null {
  const minor = parseTypedAmount(typed);
  if (minor === null) return 'add-funds-invalid';
  return isFundAmount(minor, bounds) ? null : 'add-funds-range';
}
