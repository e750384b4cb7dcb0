import type { FanRow } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { Person, PersonMark } from '../../components/studio/person.tsx';
import { SortHeader, type Sorting } from '../../components/studio/sort-header.tsx';
import { Time } from '../../components/time.tsx';
import { useFormats } from '../../lib/site.tsx';
import { FanState } from './fan-state.tsx';
import { fanValue } from './fan-value.ts';
import { rowProps } from '../../components/studio/rows.ts';

interface TableProps {
  readonly fans: readonly FanRow[];
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
  /** The panel takes the room of the later columns. */
  readonly isNarrow: boolean;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

export function FanTable({ fans, openId, onOpen, isNarrow, sorting, onSort }: TableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const hasMoney = fans.some((fan) => fan.total_amount_spent !== null);
  const sort = { sorting, onSort };
  return (
    <table className="data-table fans-table" data-narrow={isNarrow || undefined}>
      <caption className="visually-hidden">{t('nav-group-fans')}</caption>
      <thead>
        <tr>
          <SortHeader column="name" label={t('fan')} {...sort} />
          <th scope="col">{t('column-status')}</th>
          <SortHeader column="expiration_date" label={t('fan-renews')} {...sort} />
          {hasMoney ? <SortHeader column="total_amount_spent" label={t('column-spent')} isNumber {...sort} /> : null}
          {hasMoney ? <th scope="col" className="num wide-only">{t('fan-value')}</th> : null}
          <SortHeader column="date" label={t('column-joined')} {...sort} />
        </tr>
      </thead>
      <tbody>
        {fans.map((fan) => {
          const value = fanValue(fan);
          return (
            <tr key={fan._id} {...rowProps(fan._id, fan._id === openId, () => onOpen(fan._id))}>
              <td><Person name={fan.name} email={fan.email} url={fan.avatarUrl} /></td>
              <td><FanState fan={fan} /></td>
              <td className="muted"><Renewal fan={fan} /></td>
              {hasMoney ? <td className="num"><b className={value?.spent ? undefined : 'muted'}>{value ? formats.money(value.spent) : ''}</b></td> : null}
              {hasMoney ? <td className="num wide-only muted">{value ? formats.money(value.value) : ''}</td> : null}
              <td className="muted"><Time at={fan.date} /></td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Renewal({ fan }: { fan: FanRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const at = fan.next_billing_date ?? fan.expiration_date;
  if (at === null) return null;
  const text = formats.date(at);
  return <time dateTime={at} title={formats.exact(at)} className={fan.is_rebill_failed ? 'fan-due' : undefined}>{fan.is_rebill_failed ? t('fan-due', { date: text }) : text}</time>;
}

/** The same on a phone. */
export function FanList({ fans, onOpen }: { fans: readonly FanRow[]; onOpen: (id: string) => void }) {
  const formats = useFormats();
  return (
    <ul className="row-list fans-list">
      {fans.map((fan) => (
        <li key={fan._id}>
          <button type="button" className="row-item" onClick={() => onOpen(fan._id)}>
            <PersonMark name={fan.name || fan.email} url={fan.avatarUrl} size={40} />
            <span className="who"><b>{fan.name || fan.email}</b><small>{fan.email}</small></span>
            <span className="end">{fan.total_amount_spent === null ? null : <b>{formats.money(fan.total_amount_spent)}</b>}<FanState fan={fan} /></span>
          </button>
        </li>
      ))}
    </ul>
  );
}
