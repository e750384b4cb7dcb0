import type { PostView } from '@backlot/contracts/posts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshPost } from '../../../entities/post/post-cache.ts';
import { useSite } from '../../../lib/site.tsx';

const everyMs = 8000;

/** While the payment of a post runs, asks how it stands, for the case that the socket is not there to tell. Where its own page is open, that one asks. */
export function usePaymentWatch({ _id: id, paymentProcessing }: PostView): void {
  const queries = useQueryClient();
  const { id: site } = useSite();
  useEffect(() => {
    if (!paymentProcessing) return undefined;
    const timer = setInterval(() => {
      if (
        queries
          .getQueryCache()
          .find({ queryKey: queryKeys.post(site, id) })
          ?.isActive() !== true
      )
        void refreshPost(queries, site, id);
    }, everyMs);
    return () => clearInterval(timer);
  }, [paymentProcessing, queries, site, id]);
}
