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
import { useSumText } from '../../components/studio/sum-text.ts';
import { Time } from '../../components/text/time.tsx';
import { useToast } from '../../components/toasts.tsx';
import { useFormats, useMoneyIn, useSite } from '../../lib/site.tsx';
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
  const sum = useSumText();
  const address = useTableAddress(resubscriptionsTable);
  const { offer } = address.list.filters;
  const query = useResubscriptions(address.list);
  const { data } = query;
  const [days, setDays] = useState<DayRange>({ from: null, to: null });
  const rows = data?.resubscriptionList ?? [];
  const total = data && totalOf(data, offer);
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
      totals={
        data && !isMaking ? (
          <b className="foot-sum">{t('resub-sum', { amount: sum(total?.amount ?? 0, total?.others) })}</b>
        ) : null
      }
      empty={{
        icon: UserRoundCheck,
        text: t(data === null ? 'resub-empty' : isMaking ? 'resub-making' : 'resub-nobody'),
      }}
      noneFound={t(offer === null ? 'resub-nobody' : 'resub-nobody-offer')}
    />
  );
}

/** Of one offer, or of all. */
function totalOf({ report, offers, currency }: Resubscriptions, offer: string | null) {
  if (offer === null) return { amount: report.amount, others: report.other_amounts };
  const one = offers?.find(({ _id }) => _id === offer);
  const sums = one ? [{ currency: one.currency ?? currency, amount: one.amount }, ...(one.other_amounts ?? [])] : [];
  return {
    amount: sums.find((sum) => sum.currency === currency)?.amount ?? 0,
    others: sums.filter((sum) => sum.currency !== currency),
  };
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
  const [, months, minor, currency] = /^(-1|\d{1,3})-(\d{1,12})(?:-([A-Z]{3}))?$/.exec(offer) ?? [];
  return minor === undefined
    ? null
    : {
        give_free_month_subscription: Number(months),
        recurring_price: Number(minor) / 100,
        ...(currency === undefined ? {} : { currency }),
      };
}

type Terms = Pick<Resubscription, 'give_free_month_subscription' | 'recurring_price' | 'currency'>;

/** Money of a row or of an offer, in its currency. */
function useRowMoney(): (of: Pick<Terms, 'currency'>, amount: number) => string {
  const { currency: ofSite } = useSite();
  const moneyIn = useMoneyIn();
  return ({ currency = ofSite }, amount) => moneyIn(amount, currency);
}

/** Likewise with what renewals brought in, in other currencies. */
function useRowSum(): (row: Resubscription, amount: number) => string {
  const money = useRowMoney();
  return (row, amount) =>
    [money(row, amount), ...(row.other_amounts ?? []).map((other) => money(other, other.amount))].join(' · ');
}

function useOfferWords(): (terms: Terms) => string {
  const { t } = useTranslation();
  const money = useRowMoney();
  return (terms) => {
    const { give_free_month_subscription: count, recurring_price: price } = terms;
    if (count === -1) return t('free-months-for-ever');
    if (count === 0) return money(terms, price);
    return t('resub-offer-months', { months: t('free-months-count', { count }), price: money(terms, price) });
  };
}

function useEntry(): (row: Resubscription) => ListEntry {
  const sum = useRowSum();
  const words = useOfferWords();
  return (row) => ({
    picture: <PersonMark name={row.user.name || row.user.email} url={null} />,
    title: <FanName fan={row.user} />,
    note: words(row),
    end: (
      <>
        <b>{sum(row, sumOf(row))}</b>
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
  const { number } = useFormats();
  const money = useRowMoney();
  const sum = useRowSum();
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
      cell: (row) => money(row, row.first_amount),
    },
    {
      id: 'renewals',
      head: t('resub-renewal-amount'),
      kind: 'number',
      from: 'wide',
      cell: (row) => (
        <>
          {sum(row, row.renewal_amount)} <span className="muted">({number(row.renewals)})</span>
        </>
      ),
    },
    { id: 'sum', head: t('coupon-earned'), kind: 'number', cell: (row) => <b>{sum(row, sumOf(row))}</b> },
  ];
}
