import type { FanRow } from '@backlot/contracts/staff';
import { fanStateText } from '@backlot/domain/formats/row-texts';
import { useTranslation } from 'react-i18next';
import { StateChip } from '../../components/studio/state-chip.tsx';

type State = Pick<FanRow, 'ccbill_subscription_status' | 'has_complimentary_subscription' | 'is_rebill_failed'>;

const tones = {
  'fan-rebill-failed': 'bad',
  'status-none': 'plain',
  'fan-complimentary': 'info',
  'sort-active-cancelled': 'warn',
  'sort-active': 'good',
} as const;

export function FanState({ fan }: { fan: State }) {
  const { t } = useTranslation();
  const text = fanStateText(fan);
  return (
    <StateChip tone={tones[text]} hasDot>
      {t(text)}
    </StateChip>
  );
}
