import type { FoundPayment } from '@backlot/contracts/payment-lookup';
import { useTranslation } from 'react-i18next';
import { SaleState } from '../../../components/studio/sale-state.tsx';
import { StateChip } from '../../../components/studio/state-chip.tsx';

/** How a payment stands, and what happened to its money since. */
export function FoundState({ payment }: { payment: FoundPayment }) {
  const { t } = useTranslation();
  const { state, amount, refunded, charged_back: chargedBack, owed, unapplied_reason: unapplied } = payment;
  return (
    <>
      {state === 'held' ? (
        <StateChip tone="warn" hasDot>
          {t('open-item-payment-held')}
        </StateChip>
      ) : (
        <SaleState state={state} />
      )}
      {chargedBack > 0 ? <StateChip tone="bad">{t('purchased-chargeback')}</StateChip> : null}
      {refunded > 0 ? <StateChip>{t(refunded < amount ? 'sale-part-refunded' : 'sale-refunded')}</StateChip> : null}
      {owed > 0 ? <StateChip tone="warn">{t('open-item-refund-owed')}</StateChip> : null}
      {unapplied === null ? null : <StateChip tone="warn">{t('lookup-bought-nothing')}</StateChip>}
    </>
  );
}
