import type { CallMap } from '@backlot/contracts/http/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/toasts.tsx';
import { api, ApiError, newIdempotencyKey } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';

type Statement = CallMap['POST /api/reports/provider-statements']['body'];
type TakenBack = CallMap['POST /api/reports/provider-statements/take-back']['body'];

/** What was entered from providers' own statements of a month. */
export function useEntered(month: string, page: number) {
  const { id } = useSite();
  const query = { month, page_num: page };
  return useQuery({
    queryKey: [id, 'statement', 'entered', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/provider-statements', { query, signal })).data,
  });
}

function useEnd(onDone: () => void): (message: string, tone?: 'plain' | 'good') => void {
  const toast = useToast();
  const queries = useQueryClient();
  const { id } = useSite();
  return (message, tone = 'good') => {
    toast({ text: message, tone });
    void queries.invalidateQueries({ queryKey: [id, 'statement'] });
    onDone();
  };
}

/** One key for one entry, however often it is sent; other figures are another entry. */
export function useRecordStatement(onDone: () => void) {
  const { t } = useTranslation();
  const end = useEnd(onDone);
  const last = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: (body: Statement) => {
      const content = JSON.stringify(body);
      if (last.current.content !== content) last.current = { content, key: newIdempotencyKey() };
      return api('POST /api/reports/provider-statements', { body, idempotencyKey: last.current.key });
    },
    onSuccess: ({ message }) => end(message || t('statement-book')),
  });
}

/** Whether these figures were just refused because they count already; from then on they are booked if sent again. */
export function isEnteredBefore(
  { error, variables }: Pick<ReturnType<typeof useRecordStatement>, 'error' | 'variables'>,
  stated: Omit<Statement, 'note' | 'again'>,
): boolean {
  if (!(error instanceof ApiError) || error.code !== 'statement-entered' || variables === undefined) return false;
  const { note: _note, again: _again, ...refused } = variables;
  return JSON.stringify(refused) === JSON.stringify(stated);
}

export function useTakeBack(onDone: () => void) {
  const { t } = useTranslation();
  const end = useEnd(onDone);
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (body: TakenBack) => api('POST /api/reports/provider-statements/take-back', { body }),
    onSuccess: ({ message }) => end(message || t('statement-taken-back')),
    onError: (error) => {
      // Somebody else was faster: the list says how it stands.
      if (error instanceof ApiError && error.code === 'open-item-settled') end(errorText(error), 'plain');
    },
  });
}
