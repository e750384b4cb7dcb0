import type { FanRow } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { StateChip, type ChipTone } from '../../components/studio/state-chip.tsx';

type State = Pick<FanRow, 'ccbill_subscription_status' | 'has_complimentary_subscription' | 'is_rebill_failed'>;

/** The most telling word for a fan's membership. */
export function useFanState(): (fan: State) => { tone: ChipTone; text: string } {
  const { t } = useTranslation();
  return (fan) => {
    if (fan.is_rebill_failed) return { tone: 'bad', text: t('fan-rebill-failed') };
    if (fan.ccbill_subscription_status === '0') return { tone: 'plain', text: t('status-none') };
    if (fan.has_complimentary_subscription) return { tone: 'info', text: t('fan-complimentary') };
    return fan.ccbill_subscription_status === '1' ? { tone: 'warn', text: t('sort-active-cancelled') } : { tone: 'good', text: t('sort-active') };
  };
}

export function FanState({ fan }: { fan: State }) {
  const { tone, text } = useFanState()(fan);
  return <StateChip tone={tone} hasDot>{text}</StateChip>;
}
