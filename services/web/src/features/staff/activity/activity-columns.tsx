import type { ActivityDay } from '@backlot/contracts/influencer-activity';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';

export function useActivityColumns(currency: string): readonly TableColumn<ActivityDay>[] {
  const { t } = useTranslation();
  const { days, number } = useFormats();
  const moneyIn = useMoneyIn();
  const count = (id: string, head: string, of: (day: ActivityDay) => number, isWide = false) =>
    ({
      id,
      head,
      kind: 'number',
      from: isWide ? 'wide' : 'tablet',
      cell: (day) => orNothing(of(day), number),
    }) satisfies TableColumn<ActivityDay>;
  const money = (amount: number): string => moneyIn(amount, currency);
  return [
    { id: 'day', head: t('column-date'), isName: true, cell: ({ day }) => days(day, day) },
    count('posts', t('nav-posts'), ({ posts }) => posts),
    count('comments', t('activity-comments'), ({ comments }) => comments),
    count('offers', t('activity-offers'), ({ promotions, coupons }) => promotions + coupons),
    count('prices', t('activity-prices'), ({ prices }) => prices, true),
    count('settings', t('activity-settings'), ({ settings }) => settings, true),
    count('sign_ins', t('activity-sign-ins'), ({ sign_ins: signIns }) => signIns, true),
    {
      id: 'gross',
      head: t('activity-gross'),
      kind: 'number',
      from: 'wide',
      cell: ({ gross }) => orNothing(gross, money),
    },
    {
      id: 'returned',
      head: t('activity-returned'),
      kind: 'number',
      from: 'wide',
      cell: ({ returned }) => orNothing(returned, money),
    },
    { id: 'net', head: t('activity-net'), kind: 'number', cell: ({ net }) => <b>{money(net)}</b> },
    count('new', t('activity-new-members'), (day) => day.new_members),
    count('lost', t('activity-lost-members'), (day) => day.lost_members),
  ];
}

/** A day on which nothing of it happened is left blank to the eye. */
const orNothing = (amount: number, show: (amount: number) => string) =>
  amount === 0 ? <span className="muted">{show(0)}</span> : show(amount);

/** The same on a phone. */
export function useActivityEntry(currency: string): (day: ActivityDay) => ListEntry {
  const { t } = useTranslation();
  const { days, number } = useFormats();
  const moneyIn = useMoneyIn();
  return (day) => ({
    picture: null,
    title: days(day.day, day.day),
    note:
      [
        ...(day.new_members + day.lost_members > 0
          ? [t('activity-members-moved', { started: number(day.new_members), lost: number(day.lost_members) })]
          : []),
        ...doneOn(day, t).map(({ name, count }) => `${name} ${number(count)}`),
      ].join(' · ') || t('activity-none'),
    end: <b>{moneyIn(day.net, currency)}</b>,
  });
}

/** What was done at all, each with how often. */
export const doneOn = (
  day: Omit<ActivityDay, '_id' | 'day'>,
  t: ReturnType<typeof useTranslation>['t'],
): ReadonlyArray<{ readonly name: string; readonly count: number }> =>
  [
    { name: t('nav-posts'), count: day.posts },
    { name: t('activity-photos'), count: day.photos },
    { name: t('activity-videos'), count: day.videos },
    { name: t('activity-comments'), count: day.comments },
    { name: t('nav-promotions'), count: day.promotions },
    { name: t('nav-coupons'), count: day.coupons },
    { name: t('activity-prices'), count: day.prices },
    { name: t('activity-settings'), count: day.settings },
    { name: t('activity-sign-ins'), count: day.sign_ins },
  ].filter(({ count }) => count > 0);
