import { UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../components/kit/busy-button.tsx';
import { DayFields } from '../../components/kit/day-fields.tsx';
import { answerOf } from '../../components/kit/table/answer-of.ts';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import type { DayRange, ListEntry, TableColumn, TableFilter } from '../../components/kit/table/table-types.ts';
import { ExportButton } from '../../components/studio/export-button.tsx';
import { FanName } from '../../components/studio/fan-name.tsx';
import { PersonMark } from '../../components/studio/person.tsx';
import { Time } from '../../components/text/time.tsx';
import { useToast } from '../../components/toasts.tsx';
import { useFormats } from '../../lib/site.tsx';
import { useErrorText } from '../../lib/texts/error-text.ts';
import {
  resubscriptionsTable,
  useMakeReport,
  useResubscriptions,
  type ReportedOffer,
  type Resubscription,
  type Resubscriptions,
} from './report-query.ts';

/** Who the resubscribe offer brought back, as the last report has it. */
export function Page() {
  const { t } = useTranslation();
  const { money } = useFormats();
  const address = useTableAddress(resubscriptionsTable);
  const { offer } = address.list.filters;
  const query = useResubscriptions(address.list);
  const { data } = query;
  const [days, setDays] = useState<DayRange>({ from: null, to: null });
  const rows = data?.resubscriptionList ?? [];
  const amount = offer === null ? data?.report.amount : data?.offers?.find(({ _id }) => _id === offer)?.amount;
  const isMaking = data?.report.state === 'working';
  return (
    <TablePage
      name="resubscriptions"
      title={t('nav-resubscriptions')}
      summary={useSummary(data)}
      actions={
        <>
          <ExportButton
            isEmpty={rows.length === 0}
            ask={{
              list: 'resubscriptions',
              ...(data ? { report_id: data.report._id } : {}),
              ...(offer === null ? {} : { offer }),
            }}
          />
          <MakeReport days={days} isMaking={isMaking} />
        </>
      }
      address={address}
      query={{ ...query, data: query.data === undefined ? undefined : answerOf(rows, data?.paginationData ?? noPages) }}
      columns={useColumns()}
      nameOf={({ user }) => user.name || user.email}
      entryOf={useEntry()}
      tools={<DayFields label={t('resub-days')} {...days} onChange={setDays} />}
      filtersLabel={t('resub-filters')}
      filters={useFilters(offer, data?.offers ?? [])}
      totals={data && !isMaking ? <b className="foot-sum">{t('resub-sum', { amount: money(amount ?? 0) })}</b> : null}
      empty={{
        icon: UserRoundCheck,
        text: t(data === null ? 'resub-empty' : isMaking ? 'resub-making' : 'resub-nobody'),
      }}
      noneFound={t(offer === null ? 'resub-nobody' : 'resub-nobody-offer')}
    />
  );
}

const noPages = { currentPage: 1, totalPages: 1, totalRows: 0, limit: 1 };

function useSummary(data: Resubscriptions | null | undefined): string {
  const { t } = useTranslation();
  const { days, date, exact } = useFormats();
  if (!data) return '';
  const { report } = data;
  if (report.state !== 'ready') return t(report.state === 'working' ? 'resub-making' : 'resub-failed');
  const asOf = t('resub-as-of', { date: exact(report.requested_at) });
  if (report.from !== null && report.to !== null) return `${days(report.from, report.to)} · ${asOf}`;
  const one = report.from ?? report.to;
  if (one === null) return asOf;
  return `${t(report.from === null ? 'range-to' : 'range-from')} ${date(`${one}T12:00:00Z`)} · ${asOf}`;
}

function MakeReport({ days, isMaking }: { readonly days: DayRange; readonly isMaking: boolean }) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const { mutate, isPending } = useMakeReport();
  return (
    <BusyButton
      variant="contained"
      color="primary"
      isBusy={isPending || isMaking}
      onClick={() => mutate(days, { onError: (error) => toast({ text: errorText(error), tone: 'bad' }) })}
    >
      {t('resub-make-report')}
    </BusyButton>
  );
}

/** Which offer; one of an address that the report has not is there as well. */
function useFilters(offer: string | null, offers: readonly ReportedOffer[]): readonly TableFilter[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const words = useOfferWords();
  const known = offers.map((one) => ({ value: one._id, text: words(one), count: number(one.rows) }));
  const isKnown = offer === null || known.some(({ value }) => value === offer);
  const terms = isKnown ? null : termsOf(offer);
  return [
    {
      name: 'offer',
      shape: 'select',
      label: t('resub-offer'),
      value: offer ?? 'all',
      options: [
        { value: 'all', text: t('filter-all') },
        ...known,
        ...(isKnown ? [] : [{ value: offer, text: terms === null ? offer : words(terms) }]),
      ],
    },
  ];
}

/** As the server names an offer: `2-750`. */
function termsOf(offer: string): Terms | null {
  const [, months, minor] = /^(-1|\d{1,3})-(\d{1,12})$/.exec(offer) ?? [];
  return minor === undefined
    ? null
    : { give_free_month_subscription: Number(months), recurring_price: Number(minor) / 100 };
}

type Terms = Pick<Resubscription, 'give_free_month_subscription' | 'recurring_price'>;

function useOfferWords(): (terms: Terms) => string {
  const { t } = useTranslation();
  const { money } = useFormats();
  return ({ give_free_month_subscription: count, recurring_price: price }) => {
    if (count === -1) return t('free-months-for-ever');
    if (count === 0) return money(price);
    return t('resub-offer-months', { months: t('free-months-count', { count }), price: money(price) });
  };
}

function useEntry(): (row: Resubscription) => ListEntry {
  const { money } = useFormats();
  const words = useOfferWords();
  return (row) => ({
    picture: <PersonMark name={row.user.name || row.user.email} url={null} />,
    title: <FanName fan={row.user} />,
    note: words(row),
    end: (
      <>
        <b>{money(sumOf(row))}</b>
        <small className="muted">
          <Time at={row.date} />
        </small>
      </>
    ),
  });
}

const sumOf = ({ first_amount: first, renewal_amount: later }: Resubscription): number =>
  (Math.round(first * 100) + Math.round(later * 100)) / 100;

function useColumns(): readonly TableColumn<Resubscription>[] {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const words = useOfferWords();
  return [
    { id: 'fan', head: t('fan'), isName: true, takesRest: true, cell: ({ user }) => <FanName fan={user} /> },
    { id: 'date', head: t('column-date'), kind: 'muted', cell: ({ date }) => <Time at={date} /> },
    { id: 'offer', head: t('resub-offer'), from: 'tablet', cell: words },
    {
      id: 'first',
      head: t('resub-first-amount'),
      kind: 'number',
      from: 'tablet',
      cell: ({ first_amount: amount }) => money(amount),
    },
    {
      id: 'renewals',
      head: t('resub-renewal-amount'),
      kind: 'number',
      from: 'wide',
      cell: ({ renewal_amount: amount, renewals }) => (
        <>
          {money(amount)} <span className="muted">({number(renewals)})</span>
        </>
      ),
    },
    { id: 'sum', head: t('coupon-earned'), kind: 'number', cell: (row) => <b>{money(sumOf(row))}</b> },
  ];
}
