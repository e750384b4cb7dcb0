import type { ProviderAccount } from '@backlot/contracts/provider-accounts';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { useAccountText } from '../lookup/account-text.ts';

/** Whether it takes new customers, and if not whether anything needs it still. */
export function AccountState({ of }: { of: ProviderAccount }) {
  const { t } = useTranslation();
  if (of.account.is_active) return <StateChip tone="good">{t('accounts-active')}</StateChip>;
  if (of.may_close) return <StateChip tone="info">{t('accounts-may-close')}</StateChip>;
  return <StateChip tone="warn">{t('accounts-draining')}</StateChip>;
}

export function useAccountColumns(): readonly TableColumn<ProviderAccount>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  const name = useAccountText();
  return [
    { id: 'account', head: t('lookup-account'), isName: true, cell: name },
    { id: 'state', head: t('column-status'), cell: (of) => <AccountState of={of} /> },
    { id: 'opened', head: t('accounts-opened'), kind: 'muted', from: 'wide', cell: (of) => <Time at={of.opened_at} /> },
    {
      id: 'left',
      head: t('accounts-left'),
      kind: 'muted',
      from: 'wide',
      cell: ({ draining_since: since }) => (since === null ? null : <Time at={since} />),
    },
    { id: 'members', head: t('accounts-members'), kind: 'number', cell: ({ members }) => number(members) },
    {
      id: 'open',
      head: t('open-items-title'),
      kind: 'number',
      from: 'tablet',
      cell: ({ open_items: open }) => number(open),
    },
    {
      id: 'notice',
      head: t('accounts-last-notice'),
      kind: 'muted',
      from: 'tablet',
      cell: ({ last_notice_at: at }) => (at === null ? t('accounts-never') : <Time at={at} />),
    },
  ];
}

/** The same on a phone. */
export function useAccountEntry(): (of: ProviderAccount) => ListEntry {
  const { t } = useTranslation();
  const { number } = useFormats();
  const name = useAccountText();
  return (of) => ({
    picture: null,
    title: name(of),
    note: `${t('accounts-members')} ${number(of.members)} · ${t('open-items-title')} ${number(of.open_items)}`,
    end: <AccountState of={of} />,
  });
}
