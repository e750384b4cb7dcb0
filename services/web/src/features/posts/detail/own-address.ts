import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { useSite } from '../../../lib/site.tsx';

/** Where a post is that answered to the id of another version of it; null when the address is its own already. */
export function ownAddress(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  asked: string,
  answered: string | undefined,
): string | null {
  if (answered === undefined || answered === asked) return null;
  return `${pathname.replace(asked, answered)}${search}${hash}`;
}

/**
 * Of a post that was published again each person gets the version that is theirs, by whichever id they ask
 * (REUSE-29, REUSE-30). The address then names that one, so that what is copied, liked or written there is its own.
 */
export function useOwnAddress(asked: string, answered: string | undefined): void {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const location = useLocation();
  const navigate = useNavigate();
  const to = ownAddress(location, asked, answered);
  const { state } = location as { state: unknown };
  useEffect(() => {
    if (to === null || answered === undefined) return;
    const key = queryKeys.post(site, asked);
    queries.setQueryData(queryKeys.post(site, answered), queries.getQueryData(key));
    void navigate(to, { replace: true, state, preventScrollReset: true });
  }, [queries, site, asked, answered, to, state, navigate]);
}
