import type { UtmUser } from '@backlot/contracts/user-utm-params';
import { Route } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { ChoiceFilter, TableFilter } from '../../components/kit/table/table-types.ts';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { paths } from '../../lib/paths.ts';
import { useUtmColumns, useUtmEntry, utmUserName } from './utm/utm-columns.tsx';
import { UtmGroups } from './utm/utm-groups.tsx';
import { UtmPanel } from './utm/utm-panel.tsx';
import { useUtmFilters, useUtmUsers, utmTable, type UtmList, type UtmReport } from './utm/utm-query.ts';
import './staff.css';
import './statement/statement.css';
import './utm/utm.css';

/** Fans who came with UTM parameters, and what each campaign brought. */
export function Page() {
  const { t } = useTranslation();
  const address = useTableAddress(utmTable);
  const { list } = address;
  const query = useUtmUsers(list);
  const { data } = query;
  const currency = data?.currency ?? 'USD';
  return (
    <TablePage<UtmUser>
      name="user-utm-params"
      title={t('utm-title')}
      actions={
        <ExportButton
          isEmpty={!data?.users.length}
          ask={{ list: 'user_utm_params', user_utm_params: useUtmFilters(list) }}
        />
      }
      address={address}
      panelName={utmTable.panel}
      query={{ ...query, data: data && answerOf(data.users, data.paginationData) }}
      columns={useUtmColumns(currency)}
      nameOf={utmUserName}
      entryOf={useUtmEntry(currency)}
      searchLabel={t('utm-search')}
      filtersLabel={t('utm-filters')}
      filters={useFilters(list.filters, data)}
      above={data ? <UtmGroups report={data} /> : null}
      empty={{
        icon: Route,
        text: t('utm-empty'),
        action: <LinkButton to={paths.subscriptionUrl}>{t('link-title')}</LinkButton>,
      }}
      noneFound={t('utm-none-found')}
      renderPanel={(user, steps) => <UtmPanel key={user._id} user={user} currency={currency} {...steps} />}
    />
  );
}

function useFilters(
  { source, campaign, days, from, to }: UtmList['filters'],
  data: UtmReport | undefined,
): readonly TableFilter[] {
  const { t } = useTranslation();
  // What the address asks for stays an option, also on days on which nobody came with it.
  const oneOf = (name: 'source' | 'campaign', label: string, value: string | null, known: readonly string[]) =>
    ({
      name,
      shape: 'select',
      label,
      value: value ?? '',
      options: [
        { value: '', text: t('filter-all') },
        ...[...new Set([...(value === null ? [] : [value]), ...known])]
          .toSorted()
          .map((one) => ({ value: one, text: one })),
      ],
    }) satisfies ChoiceFilter;
  return [
    oneOf('source', t('link-utm-source'), source, data?.sources ?? []),
    oneOf('campaign', t('link-utm-campaign'), campaign, data?.campaigns ?? []),
    {
      name: 'days',
      shape: 'days',
      from,
      to,
      label: t('utm-registered-on'),
      value: days,
      options: utmTable.filters.days.map((value) => ({
        value,
        text: value === 'own' ? t('range-own') : t('home-last-days', { n: value }),
      })),
    },
  ];
}
