import type { ActKind } from '@backlot/contracts/influencer-activity';
import type { CallMap } from '@backlot/contracts/http/calls';
import { firstOfLastDays } from '@backlot/domain/formats/dates';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { api } from '../../../lib/api.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useSite, useTimeZone } from '../../../lib/site.tsx';

type Query = CallMap['GET /api/reports/influencer-activity']['query'];
export type ActivityReport = CallMap['GET /api/reports/influencer-activity']['answer']['data'];

export const actTexts = {
  post: 'activity-act-post',
  comment: 'activity-act-comment',
  promotion: 'activity-act-promotion',
  coupon: 'activity-act-coupon',
  price: 'activity-act-price',
  setting: 'activity-act-setting',
  sign_in: 'activity-act-sign-in',
} as const satisfies Record<ActKind, string>;

/** `days` are the last so many, or `own`: `from` one day `to` another. `person`: an id. */
export const activityTable = {
  sorts: ['day'],
  filters: {
    kind: ['all', 'post', 'comment', 'promotion', 'coupon', 'price', 'setting', 'sign_in'],
    person: null,
    days: ['30', '7', '90', '365', 'own'],
    from: null,
    to: null,
  },
  panel: 'day',
} as const satisfies TableSpec<string, FilterSpec>;
export type ActivityList = Pick<TableList<'day', (typeof activityTable)['filters']>, 'page' | 'filters'>;

/** What the server is asked for: the list's filters, the days by the site's calendar. */
export function useActivityFilters({ filters: { days, from, to, ...filters } }: ActivityList): Omit<Query, 'page_num'> {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return {
    ...whoAndWhat(filters),
    ...(days === 'own'
      ? { ...(isRangeDay(from) ? { from } : {}), ...(isRangeDay(to) ? { to } : {}) }
      : { from: firstOfLastDays(Number(days), now, timeZone) }),
  };
}

const whoAndWhat = ({ kind, person }: Pick<ActivityList['filters'], 'kind' | 'person'>) => ({
  ...(kind === 'all' ? {} : { kind }),
  ...(person !== null && /^[\da-f-]{36}$/.test(person) ? { person } : {}),
});

export function useActivity(list: ActivityList) {
  const { id } = useSite();
  const query = { page_num: list.page, ...useActivityFilters(list) };
  return useQuery({
    queryKey: [id, 'influencer-activity', 'days', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/influencer-activity', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** What was done on a day, a page after another. */
export function useActs(day: string, filters: Pick<ActivityList['filters'], 'kind' | 'person'>) {
  const { id } = useSite();
  const asked = { day, ...whoAndWhat(filters) };
  return useInfiniteQuery({
    queryKey: [id, 'influencer-activity', 'acts', asked],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/reports/influencer-activity/acts', {
          query: { ...asked, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
