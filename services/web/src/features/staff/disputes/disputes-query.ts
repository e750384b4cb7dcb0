import type { CallMap } from '@backlot/contracts/http/calls';
import type { DisputeFilters } from '@backlot/contracts/disputes';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { useToast } from '../../../components/toasts.tsx';
import { api, ApiError } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';

type Query = CallMap['GET /api/reports/disputes']['query'];

export const disputesTable = {
  sorts: ['date'],
  filters: { kind: ['all', 'voids', 'refunds', 'chargebacks'] },
  panel: 'dispute',
} as const satisfies TableSpec<string, FilterSpec>;

type DisputesList = Pick<TableList<'date', (typeof disputesTable)['filters']>, 'page' | 'search' | 'filters'>;

/** Which of them: of a page, and of a file. */
export const disputeFiltersOf = ({ search, filters: { kind } }: Omit<DisputesList, 'page'>): DisputeFilters => ({
  kind,
  ...(search === '' ? {} : { search }),
});

export function useDisputes({ page, ...rest }: DisputesList) {
  const { id } = useSite();
  const query: Query = { page_num: page, ...disputeFiltersOf(rest) };
  return useQuery({
    queryKey: [id, 'disputes', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/disputes', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export function useDisputeRatio() {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'dispute-ratio'],
    queryFn: async ({ signal }) => (await api('GET /api/reports/dispute-ratio', { signal })).data,
  });
}

/** Records the opening and saves the document. */
export function useOpenEvidence() {
  const { id } = useSite();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (disputeId: string) =>
      (await api('POST /api/reports/disputes/open-evidence', { body: { id: disputeId } })).data,
    // It is answered as a file to save: the page stays.
    onSuccess: ({ address }) => location.assign(address),
    // The opening stands in the list now.
    onSettled: () => queries.invalidateQueries({ queryKey: [id, 'disputes'] }),
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
  });
}

/** Books what the bank paid back of a chargeback. */
export function useMarkWon(onClose: () => void) {
  const { id } = useSite();
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const end = (text: string, tone: 'good' | 'bad'): void => {
    toast({ text, tone });
    for (const list of ['disputes', 'transactions', 'studio-home', 'statement', 'reporting', 'open-items', 'fans'])
      void queries.invalidateQueries({ queryKey: [id, list] });
    onClose();
  };
  return useMutation({
    mutationFn: (body: CallMap['POST /api/reports/disputes/won']['body']) =>
      api('POST /api/reports/disputes/won', { body }),
    onSuccess: () => end(t('dispute-won-saved'), 'good'),
    // Its provider told of it meanwhile, or somebody else was faster.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'open-item-settled') end(errorText(error), 'bad');
    },
  });
}
