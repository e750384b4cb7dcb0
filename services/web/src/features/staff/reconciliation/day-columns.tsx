import type { LineState, ReconciledDay } from '@backlot/contracts/reconciliation';
import { reconciledTexts } from '@backlot/domain/formats/row-texts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { providerName } from '../../../components/studio/provider-name.ts';
import { StateChip, type ChipTone } from '../../../components/studio/state-chip.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';

const tones: Readonly<Record<LineState, ChipTone>> = {
  agrees: 'good',
  waiting: 'info',
  differs: 'bad',
  explained: 'plain',
};

export const accountName = ({ account: { provider, currency } }: Pick<ReconciledDay, 'account'>): string =>
  `${providerName(provider)} · ${currency}`;

export function ReconciledChip({ state }: { state: LineState }) {
  const { t } = useTranslation();
  return (
    <StateChip tone={tones[state]} hasDot>
      {t(reconciledTexts[state])}
    </StateChip>
  );
}

/** Whose day it is. */
export function useDayName(): (day: ReconciledDay) => string {
  const { calendarDay } = useFormats();
  return (day) => `${calendarDay(day.day)}, ${accountName(day)}`;
}

export function useDayColumns(): readonly TableColumn<ReconciledDay>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  return useMemo(() => {
    const side = (day: ReconciledDay, of: 'theirs' | 'ours') => (
      <span title={formats.number(day[of].count)}>{moneyIn(day[of].sum, day.account.currency)}</span>
    );
    const count = (day: ReconciledDay, of: 'theirs' | 'ours') => formats.number(day[of].count);
    return [
      { id: 'day', head: t('reconciliation-day'), isName: true, cell: ({ day }) => formats.days(day, day) },
      { id: 'account', head: t('lookup-account'), kind: 'muted', takesRest: true, cell: accountName },
      {
        id: 'theirs',
        head: t('reconciliation-provider'),
        kind: 'number',
        from: 'tablet',
        cell: (day) => (
          <>
            {side(day, 'theirs')} <span className="muted">({count(day, 'theirs')})</span>
          </>
        ),
      },
      {
        id: 'ours',
        head: t('reconciliation-books'),
        kind: 'number',
        from: 'tablet',
        cell: (day) => (
          <>
            {side(day, 'ours')} <span className="muted">({count(day, 'ours')})</span>
          </>
        ),
      },
      {
        id: 'difference',
        head: t('reconciliation-difference'),
        kind: 'number',
        cell: (day) => <b>{moneyIn(day.difference, day.account.currency)}</b>,
      },
      { id: 'state', head: t('column-status'), cell: ({ state }) => <ReconciledChip state={state} /> },
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- formats and money follow the language alone, as `t` does
  }, [t]);
}

/** The same on a phone. */
export function useDayEntry(): (day: ReconciledDay) => ListEntry {
  const { days } = useFormats();
  const moneyIn = useMoneyIn();
  return (day) => ({
    picture: null,
    title: days(day.day, day.day),
    note: accountName(day),
    end: (
      <>
        <b>{moneyIn(day.difference, day.account.currency)}</b>
        <ReconciledChip state={day.state} />
      </>
    ),
  });
}
