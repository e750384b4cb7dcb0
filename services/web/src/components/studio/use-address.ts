import { maxPageNumber } from '@backlot/contracts/http/last-page';
import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

export type Address = Readonly<Record<string, string | null>>;

/** What a list shows is in the address, so that it can be shared and Back works. Empty values are left out. */
export function useAddress(): readonly [URLSearchParams, (change: Address, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  // What the way here carried along stays: it is the same page.
  const { state } = useLocation() as { state: unknown };
  const change = useCallback(
    (part: Address, replace = false) => {
      setParams(
        () => {
          // Two changes in a row: the address has the first one already, what was last drawn may not.
          const after = new URLSearchParams(window.location.search);
          for (const [name, value] of Object.entries(part)) {
            if (value === null || value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace, preventScrollReset: true, state },
      );
    },
    [setParams, state],
  );
  return [params, change];
}

/** The page of a list that its address names, if any may be asked for; `name`: of one that does not have the address for itself. */
export const pageOf = (params: URLSearchParams, name = 'page'): number =>
  Math.min(maxPageNumber, Math.max(1, Math.trunc(Number(params.get(name) ?? '1')) || 1));
