import { isStudioPath } from '../paths.ts';

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** What a link to one thing carries along, so that Back leads to where the person came from, as they left it. */
export const leftAt = ({ pathname, search }: Place): { readonly leftAt: string } => ({ leftAt: pathname + search });

/** Where Back leads by what the way here carried along, or to the list that the thing belongs to. */
export function placeLeft(state: unknown, list: string): string {
  const left = (state as { readonly leftAt?: unknown } | null)?.leftAt;
  return typeof left === 'string' && isStudioPath(left.replace(/\?.*/s, '')) ? left : list;
}
