import { isStudioPath } from '../paths.ts';

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly state?: unknown;
}

interface Left {
  readonly leftAt: string;
  /** What the way there had carried along, so that Back leads further from there. */
  readonly leftState: unknown;
}

/** What a link to one thing carries along, so that Back leads to where the person came from, as they left it. */
export const leftAt = ({ pathname, search, state }: Place): Left => ({
  leftAt: pathname + search,
  leftState: state ?? null,
});

/** Where Back leads by what the way here carried along, or to the list that the thing belongs to. */
export function placeLeft(state: unknown, list: string): { readonly to: string; readonly state: unknown } {
  const left = state as Partial<Record<keyof Left, unknown>> | null;
  return typeof left?.leftAt === 'string' && isStudioPath(left.leftAt.replace(/\?.*/s, ''))
    ? { to: left.leftAt, state: left.leftState ?? null }
    : { to: list, state: null };
}
