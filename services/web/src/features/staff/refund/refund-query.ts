import type { CallMap } from '@backlot/contracts/http/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/toasts.tsx';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

type Refund = CallMap['POST /api/reports/refund']['body'];

/** What can be given back of a payment now, and what would follow. */
export function useRefundable(id: string) {
  const site = useSite();
  return useQuery({
    queryKey: [site.id, 'refundable', id],
    queryFn: async ({ signal }) => (await api('GET /api/reports/refund', { query: { id }, signal })).data,
    // What was read before another refund would promise too much.
    staleTime: 0,
    gcTime: 0,
  });
}

/** One key for one refund, however often it is sent; another amount or reason is another refund. */
export function useRefund(onDone: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const queries = useQueryClient();
  const { id } = useSite();
  const last = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: (body: Refund) => {
      const content = JSON.stringify(body);
      if (last.current.content !== content) last.current = { content, key: newIdempotencyKey() };
      return api('POST /api/reports/refund', { body, idempotencyKey: last.current.key });
    },
    onSuccess: ({ message }) => {
      toast({ text: message || t('refund-action'), tone: 'good' });
      onDone();
    },
    onSettled: () => {
      for (const list of ['transactions', 'open-items', 'studio-home', 'refundable'])
        void queries.invalidateQueries({ queryKey: [id, list] });
    },
  });
}
