import type { AccountGroup, StatementAccount } from '@backlot/contracts/statement';
import { ledgerAccountText, soldText } from '@backlot/domain/formats/statement-texts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { providerName } from '../../../components/studio/provider-name.ts';
import { useMoneyIn } from '../../../lib/site.tsx';

export const groupTexts = {
  held: 'statement-group-held',
  owed: 'statement-group-owed',
  earned: 'statement-group-earned',
  costs: 'statement-group-costs',
} as const satisfies Record<AccountGroup, string>;

/** What moved an account in the month, all together. */
export const movedOf = ({ opening, closing }: StatementAccount): number =>
  // Both have two decimals; their difference in binary may not.
  Math.round((closing - opening) * 100) / 100;

/** Which provider's account it is, or of which revenue; empty for an account of which there is one. */
export function useDetailText(): (account: StatementAccount) => string {
  const { t } = useTranslation();
  return ({ kind, detail }) => {
    const of = detail === '' && kind.endsWith('_revenue') ? kind : detail;
    return of.endsWith('_revenue') ? t(soldText(of)) : providerName(of);
  };
}

export function useAccountName(): (account: StatementAccount) => string {
  const { t } = useTranslation();
  const detail = useDetailText();
  return (account) => [t(ledgerAccountText(account.kind)), detail(account)].filter((part) => part !== '').join(' · ');
}

export function useAccountColumns(): readonly TableColumn<StatementAccount>[] {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const detail = useDetailText();
  return useMemo(
    () => [
      { id: 'account', head: t('statement-account'), isName: true, cell: ({ kind }) => t(ledgerAccountText(kind)) },
      { id: 'of', head: t('statement-of'), kind: 'muted', takesRest: true, cell: (account) => detail(account) },
      {
        id: 'group',
        head: t('transactions-kind'),
        kind: 'muted',
        from: 'wide',
        cell: ({ group }) => t(groupTexts[group]),
      },
      {
        id: 'opening',
        head: t('statement-opening'),
        kind: 'number',
        from: 'tablet',
        cell: ({ opening, currency }) => moneyIn(opening, currency),
      },
      {
        id: 'moved',
        head: t('statement-moved'),
        kind: 'number',
        from: 'tablet',
        cell: (account) => moneyIn(movedOf(account), account.currency),
      },
      {
        id: 'closing',
        head: t('statement-closing'),
        kind: 'number',
        cell: ({ closing, currency }) => <b>{moneyIn(closing, currency)}</b>,
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- money and labels follow the language alone, as `t` does
    [t],
  );
}

/** The same on a phone. */
export function useAccountEntry(): (account: StatementAccount) => ListEntry {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const detail = useDetailText();
  return (account) => ({
    picture: null,
    title: t(ledgerAccountText(account.kind)),
    note: detail(account) || t(groupTexts[account.group]),
    end: (
      <>
        <b>{moneyIn(account.closing, account.currency)}</b>
        <small className="muted">{moneyIn(movedOf(account), account.currency)}</small>
      </>
    ),
  });
}
