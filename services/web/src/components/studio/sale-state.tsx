import { useTranslation } from 'react-i18next';
import type { TransactionRow } from '@backlot/contracts/staff';
import { StateChip } from './state-chip.tsx';

const looks = { succeeded: ['good', 'transaction-state-succeeded'], pending: ['warn', 'transaction-state-pending'], declined: ['bad', 'transaction-state-declined'] } as const;

export function SaleState({ state }: { state: TransactionRow['state'] }) {
  const { t } = useTranslation();
  const [tone, text] = looks[state];
  return <StateChip tone={tone} hasDot>{t(text)}</StateChip>;
}
