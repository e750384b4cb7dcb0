import type { CallMap } from '@backlot/contracts/http/calls';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';

export function useFraudReports() {
  const { id } = useSite();
  return useInfiniteQuery({
    queryKey: [id, 'fraud-reports'],
    queryFn: async ({ pageParam, signal }) =>
      (await api('GET /api/reports/fraud-reports', { query: pageParam === null ? {} : { after: pageParam }, signal }))
        .data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

function useEnd(onDone: () => void): (text: string) => void {
  const { id } = useSite();
  const toast = useToast();
  const queries = useQueryClient();
  return (text) => {
    toast({ text, tone: 'good' });
    for (const list of ['fraud-reports', 'dispute-ratio']) void queries.invalidateQueries({ queryKey: [id, list] });
    onDone();
  };
}

export function useNoteFraudReport(onDone: () => void) {
  const { t } = useTranslation();
  const end = useEnd(onDone);
  return useMutation({
    mutationFn: (body: CallMap['POST /api/reports/fraud-reports']['body']) =>
      api('POST /api/reports/fraud-reports', { body }),
    onSuccess: () => end(t('fraud-report-saved')),
  });
}

export function useTakeBackFraudReport(onDone: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const end = useEnd(onDone);
  return useMutation({
    mutationFn: (reportId: string) => api('POST /api/reports/fraud-reports/take-back', { body: { id: reportId } }),
    onSuccess: () => end(t('fraud-report-taken-back')),
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
}
