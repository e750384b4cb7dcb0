import type { Bootstrap } from '@backlot/contracts/bootstrap';

/** Where the page's own script leaves what the page begins with (`document.ts`). */
export const firstDataName = 'firstData';

/**
 * What the page begins with; null where there is none. An element called so is no own property of the window, and one
 * that a script of ours did not fix in its place is not ours.
 */
export function readFirstData(page: object): Bootstrap | null {
  const own = Object.getOwnPropertyDescriptor(page, firstDataName);
  return own === undefined || own.writable || own.configurable ? null : (own.value as Bootstrap);
}
