import type { ReportedMonth } from '@backlot/contracts/reporting';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';

export function useMonthColumns(currency: string): readonly TableColumn<ReportedMonth>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const money = (
    id: 'gross' | 'returned' | 'membership' | 'post' | 'net_before',
    head: string,
    from: 'tablet' | 'wide',
  ): TableColumn<ReportedMonth> => ({
    id,
    head,
    kind: 'number',
    from,
    cell: (month) => <Quiet isNothing={month[id] === 0} text={moneyIn(month[id], currency)} />,
  });
  const count = (id: 'new_members' | 'lost_members', head: string): TableColumn<ReportedMonth> => ({
    id,
    head,
    kind: 'number',
    from: 'tablet',
    cell: (month) => <Quiet isNothing={month[id] === 0} text={formats.number(month[id])} />,
  });
  return [
    { id: 'month', head: t('statement-month'), isName: true, cell: ({ month }) => formats.month(month) },
    money('gross', t('activity-gross'), 'tablet'),
    money('returned', t('activity-returned'), 'tablet'),
    { id: 'net', head: t('activity-net'), kind: 'number', cell: ({ net }) => <b>{moneyIn(net, currency)}</b> },
    money('membership', t('statement-sold-memberships'), 'wide'),
    money('post', t('home-unlocks'), 'wide'),
    money('net_before', t('reporting-year-before'), 'wide'),
    count('new_members', t('activity-new-members')),
    count('lost_members', t('activity-lost-members')),
  ];
}

const Quiet = ({ isNothing, text }: { isNothing: boolean; text: string }) =>
  isNothing ? <span className="muted">{text}</span> : text;

/** The same on a phone. */
export function useMonthEntry(currency: string): (month: ReportedMonth) => ListEntry {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  return (month) => ({
    picture: null,
    title: formats.month(month.month),
    note: [
      `${t('activity-gross')} ${moneyIn(month.gross, currency)}`,
      ...(month.returned === 0 ? [] : [`${t('activity-returned')} ${moneyIn(month.returned, currency)}`]),
      ...(month.new_members + month.lost_members === 0
        ? []
        : [
            t('activity-members-moved', {
              started: formats.number(month.new_members),
              lost: formats.number(month.lost_members),
            }),
          ]),
    ].join(' · '),
    end: <b>{moneyIn(month.net, currency)}</b>,
  });
}
