import type { ReadAccount } from '@backlot/contracts/reconciliation';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/site.tsx';
import { accountName } from './day-columns.tsx';

/** How far each account's report was read, and what keeps it from being read further. */
export function Readings({ accounts }: { accounts: readonly ReadAccount[] }) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const whyUnread = ({ outcome, code }: ReadAccount): string => {
    const ours = unreadTexts.get(code);
    if (ours !== undefined) return t(ours);
    return outcome === 'refused' ? t('reconciliation-refused', { code: code ?? '' }) : t('reconciliation-unread');
  };
  return (
    <ul className="report-readings muted">
      {accounts.map((one) => (
        <li key={one.account_id}>
          {one.read_until === null
            ? t('reconciliation-never-read', { account: accountName(one) })
            : t('reconciliation-read', { account: accountName(one), time: exact(one.read_until) })}
          {one.outcome === 'unknown' || one.outcome === 'refused' ? ` · ${whyUnread(one)}` : null}
        </li>
      ))}
    </ul>
  );
}

/** Codes of ours that say more than that an answer could not be read, or was refused. */
const unreadTexts = new Map<
  string | null,
  'reconciliation-no-credentials' | 'reconciliation-too-long' | 'reconciliation-unread-payments'
>([
  ['no-credentials', 'reconciliation-no-credentials'],
  ['too-long', 'reconciliation-too-long'],
  ['unreadable-payment', 'reconciliation-unread-payments'],
]);
