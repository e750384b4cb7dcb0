import type { ProviderAccount } from '@backlot/contracts/provider-accounts';
import { Landmark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTableAddress } from '../../components/kit/table/table-address.ts';
import { TablePage } from '../../components/kit/table/table-page.tsx';
import { useAccountText } from './lookup/account-text.ts';
import { useAccountColumns, useAccountEntry } from './provider-accounts/account-cells.tsx';
import { ProviderAccountPanel } from './provider-accounts/account-panel.tsx';
import { accountsTable, onePage, useProviderAccounts } from './provider-accounts/accounts-query.ts';
import './staff.css';

/** The accounts with card providers that the site has and had. */
export function Page() {
  const { t } = useTranslation();
  const query = useProviderAccounts();
  return (
    <TablePage<ProviderAccount>
      name="provider-accounts"
      title={t('accounts-title')}
      address={useTableAddress(accountsTable)}
      panelName={accountsTable.panel}
      query={{ ...query, data: query.data && onePage(query.data) }}
      columns={useAccountColumns()}
      nameOf={useAccountText()}
      entryOf={useAccountEntry()}
      above={<p className="report-readings muted">{t('accounts-help')}</p>}
      empty={{ icon: Landmark, text: t('accounts-empty') }}
      noneFound={t('accounts-empty')}
      renderPanel={(of, steps) => <ProviderAccountPanel key={of._id} of={of} {...steps} />}
    />
  );
}
