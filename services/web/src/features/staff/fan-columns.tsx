import type { FanRow } from '@backlot/contracts/staff';
import { fanValue } from '@backlot/domain/money/fan-value';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../components/kit/table/table-types.ts';
import { Person, PersonMark } from '../../components/studio/person.tsx';
import { Time } from '../../components/text/time.tsx';
import { useFormats } from '../../lib/site.tsx';
import { FanState } from './fan-state.tsx';

export const fanName = (fan: Pick<FanRow, 'name' | 'email'>): string => fan.name || fan.email;

/** @param hasMoney false where earnings are hidden from this person */
export function useFanColumns(hasMoney: boolean): readonly TableColumn<FanRow>[] {
  const { t } = useTranslation();
  const { money } = useFormats();
  return useMemo(
    () => [
      {
        id: 'name',
        head: t('fan'),
        sorts: 'asc',
        isName: true,
        cell: (fan) => <Person name={fan.name} email={fan.email} url={fan.avatarUrl} />,
      },
      { id: 'status', head: t('column-status'), cell: (fan) => <FanState fan={fan} /> },
      {
        id: 'expiration_date',
        head: t('fan-renews'),
        kind: 'muted',
        sorts: 'desc',
        from: 'tablet',
        cell: (fan) => <Renewal fan={fan} />,
      },
      ...(hasMoney
        ? ([
            {
              id: 'total_amount_spent',
              head: t('column-spent'),
              kind: 'number',
              sorts: 'desc',
              cell: (fan) => {
                const spent = fanValue(fan)?.spent;
                return <b className={spent ? undefined : 'muted'}>{spent === undefined ? '' : money(spent)}</b>;
              },
            },
            {
              id: 'value',
              head: t('fan-value'),
              kind: 'number',
              from: 'wide',
              cell: (fan) => <span className="muted">{money(fanValue(fan)?.value ?? 0)}</span>,
            },
          ] satisfies TableColumn<FanRow>[])
        : []),
      { id: 'date', head: t('column-joined'), kind: 'muted', sorts: 'desc', cell: (fan) => <Time at={fan.date} /> },
    ],
    [t, money, hasMoney],
  );
}

function Renewal({ fan }: { fan: FanRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const at = fan.next_billing_date ?? fan.expiration_date;
  if (at === null) return null;
  const text = formats.date(at);
  return (
    <time dateTime={at} title={formats.exact(at)} className={fan.is_rebill_failed ? 'fan-due' : undefined}>
      {fan.is_rebill_failed ? t('fan-due', { date: text }) : text}
    </time>
  );
}

/** The same on a phone. */
export function useFanEntry(): (fan: FanRow) => ListEntry {
  const { money } = useFormats();
  return (fan) => ({
    picture: <PersonMark name={fanName(fan)} url={fan.avatarUrl} size={40} />,
    title: fanName(fan),
    note: fan.email,
    end: (
      <>
        {fan.total_amount_spent === null ? null : <b>{money(fan.total_amount_spent)}</b>}
        <FanState fan={fan} />
      </>
    ),
  });
}
