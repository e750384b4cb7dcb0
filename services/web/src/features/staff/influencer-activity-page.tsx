import type { ActivityDay } from '@backlot/contracts/influencer-activity';
import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Details } from '../../components/kit/detail.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { TableFilter } from '../../components/kit/table/table-types.ts';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { useFormats } from '../../lib/site.tsx';
import { doneOn, useActivityColumns, useActivityEntry } from './activity/activity-columns.tsx';
import { ActivityPanel, useBrought } from './activity/activity-panel.tsx';
import {
  activityTable,
  actTexts,
  useActivity,
  useActivityFilters,
  type ActivityList,
  type ActivityReport,
} from './activity/activity-query.ts';
import './staff.css';
import './statement/statement.css';

/** What the people of the site did, day by day, beside what it sold and whom it won and lost. */
export function Page() {
  const { t } = useTranslation();
  const { days } = useFormats();
  const address = useTableAddress(activityTable);
  const { list } = address;
  const query = useActivity(list);
  const { data } = query;
  const currency = data?.currency ?? 'USD';
  return (
    <TablePage<ActivityDay>
      name="influencer-activity"
      title={t('activity-title')}
      actions={
        <ExportButton
          isEmpty={data === undefined}
          ask={{ list: 'influencer_activity', influencer_activity: useActivityFilters(list) }}
        />
      }
      address={address}
      panelName={activityTable.panel}
      query={{ ...query, data: data && answerOf(data.days, data.paginationData) }}
      columns={useActivityColumns(currency)}
      nameOf={({ day }) => days(day, day)}
      entryOf={useActivityEntry(currency)}
      filtersLabel={t('activity-filters')}
      filters={useFilters(list.filters, data?.people ?? [])}
      above={data ? <Sums report={data} /> : null}
      empty={{ icon: CalendarDays, text: t('activity-none') }}
      noneFound={t('activity-none')}
      renderPanel={(day, steps) => (
        <ActivityPanel key={day._id} day={day} currency={currency} filters={list.filters} {...steps} />
      )}
    />
  );
}

/** What all days of the range come to. */
function Sums({ report: { sums, currency } }: { report: ActivityReport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const done = doneOn(sums, t);
  return (
    <section className="statement-month">
      <div className="statement-cards">
        <article className="panel-card statement-card">
          <h2>{t('activity-done')}</h2>
          {done.length === 0 ? <p className="muted">{t('activity-none')}</p> : null}
          <Details list={done.map(({ name, count }) => ({ name, value: number(count) }))} />
        </article>
        <article className="panel-card statement-card">
          <h2>{t('activity-brought')}</h2>
          <Details list={useBrought(sums, currency)} />
        </article>
      </div>
      <p className="form-help">{t('activity-help')}</p>
    </section>
  );
}

function useFilters(
  { kind, person, days, from, to }: ActivityList['filters'],
  people: ActivityReport['people'],
): readonly TableFilter[] {
  const { t } = useTranslation();
  const { filters } = activityTable;
  return [
    {
      name: 'kind',
      shape: 'select',
      label: t('column-what'),
      value: kind,
      options: filters.kind.map((value) => ({ value, text: t(value === 'all' ? 'filter-all' : actTexts[value]) })),
    },
    {
      name: 'person',
      shape: 'select',
      label: t('activity-person'),
      value: people.some(({ _id }) => _id === person) ? person : 'all',
      options: [
        { value: 'all', text: t('filter-all') },
        ...people.map(({ _id, name }) => ({ value: _id, text: name || t('activity-nobody') })),
      ],
    },
    {
      name: 'days',
      shape: 'days',
      from,
      to,
      label: t('transactions-when'),
      value: days,
      options: filters.days.map((value) => ({
        value,
        text: value === 'own' ? t('range-own') : t('home-last-days', { n: value }),
      })),
    },
  ];
}
