import type { CallMap } from '@backlot/contracts/http/calls';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../components/kit/table/table-address.ts';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export type Resubscriptions = NonNullable<
  CallMap['POST /api/resubscribe-offer/get-new-resubscription-user-report']['answer']['data']
>;
export type ReportedOffer = NonNullable<Resubscriptions['offers']>[number];
export type Resubscription = Resubscriptions['resubscriptionList'][number];

/** `offer`: one that somebody came back with. */
export const resubscriptionsTable = { sorts: ['date'], filters: { offer: null } } as const satisfies TableSpec<
  string,
  FilterSpec
>;
export type ResubscriptionsList = TableList<
  (typeof resubscriptionsTable)['sorts'][number],
  (typeof resubscriptionsTable)['filters']
>;

const key = (site: string) => [site, 'resubscriptions'] as const;
const lookMs = 1_500;

/** The last report that was asked for; looked at again while it is made. */
export function useResubscriptions({ page, filters: { offer } }: ResubscriptionsList) {
  const { id } = useSite();
  const asked = { pageNum: page, ...(offer === null ? {} : { offer }) };
  return useQuery({
    queryKey: [...key(id), asked],
    queryFn: async ({ signal }) =>
      (
        await api('POST /api/resubscribe-offer/get-new-resubscription-user-report', {
          body: asked,
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.report.state === 'working' ? lookMs : false),
  });
}

export function useMakeReport() {
  const { id } = useSite();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (days: { from: string | null; to: string | null }) =>
      api('POST /api/resubscribe-offer/request-new-resubscription-user-report', { body: days }),
    onSettled: () => queries.invalidateQueries({ queryKey: key(id) }),
  });
}
