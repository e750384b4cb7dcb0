import type { UtmUser } from '@backlot/contracts/user-utm-params';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { Person, PersonMark } from '../../../components/studio/person.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';

export const utmUserName = ({ name, email }: Pick<UtmUser, 'name' | 'email'>): string => name || email;

/** What the address named, or that it named nothing. */
export function UtmValue({ of }: { of: string | null }) {
  const { t } = useTranslation();
  return of === null ? <span className="muted">{t('utm-none')}</span> : <bdi className="utm-value">{of}</bdi>;
}

export function useUtmColumns(currency: string): readonly TableColumn<UtmUser>[] {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const said = (id: 'source' | 'medium' | 'campaign', head: string, from?: 'wide'): TableColumn<UtmUser> => ({
    id,
    head,
    ...(from ? { from } : {}),
    cell: (user) => <UtmValue of={user[id]} />,
  });
  return [
    {
      id: 'name',
      head: t('fan'),
      isName: true,
      cell: (user) => <Person name={user.name} email={user.email} url={null} />,
    },
    said('source', t('link-utm-source')),
    said('medium', t('link-utm-medium'), 'wide'),
    said('campaign', t('link-utm-campaign')),
    {
      id: 'member',
      head: t('utm-member-since'),
      kind: 'muted',
      from: 'wide',
      cell: ({ member_since: since }) => (since === null ? t('utm-not-member') : <Time at={since} />),
    },
    {
      id: 'paid',
      head: t('utm-has-paid'),
      from: 'tablet',
      cell: ({ has_paid: hasPaid }) => t(hasPaid ? 'utm-paid-yes' : 'utm-paid-no'),
    },
    { id: 'net', head: t('activity-net'), kind: 'number', cell: ({ net }) => <b>{moneyIn(net, currency)}</b> },
    { id: 'date', head: t('utm-registered-on'), kind: 'muted', cell: ({ date }) => <Time at={date} /> },
  ];
}

/** The same on a phone. */
export function useUtmEntry(currency: string): (user: UtmUser) => ListEntry {
  const moneyIn = useMoneyIn();
  return (user) => ({
    picture: <PersonMark name={utmUserName(user)} url={null} size={40} />,
    title: utmUserName(user),
    note: <Origin of={user} />,
    end: <b>{moneyIn(user.net, currency)}</b>,
  });
}

/** Source, medium and campaign in a line, without what was not named. */
export function Origin({ of }: { of: Pick<UtmUser, 'source' | 'medium' | 'campaign'> }): ReactNode {
  const { t } = useTranslation();
  const named = [of.source, of.medium, of.campaign].filter((one) => one !== null);
  if (named.length === 0) return t('utm-none');
  return named.map((one, at) => (
    <span key={`${at}-${one}`}>
      {at === 0 ? null : ' · '}
      <bdi className="utm-value">{one}</bdi>
    </span>
  ));
}
