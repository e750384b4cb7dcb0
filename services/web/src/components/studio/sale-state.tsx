import { saleStateTexts } from '@backlot/domain/formats/row-texts';
import { useTranslation } from 'react-i18next';
import type { TransactionRow } from '@backlot/contracts/staff';
import { StateChip } from './state-chip.tsx';

const tones = { succeeded: 'good', pending: 'warn', declined: 'bad' } as const;

export function SaleState({ state }: { state: TransactionRow['state'] }) {
  const { t } = useTranslation();
  return (
    <StateChip tone={tones[state]} hasDot>
      {t(saleStateTexts[state])}
    </StateChip>
  );
}
