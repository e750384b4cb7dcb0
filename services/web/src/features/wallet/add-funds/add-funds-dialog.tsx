import type { CryptoPayment } from '@backlot/contracts/crypto';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import type { FundsAsked } from '../../../entities/wallet/adding-funds.ts';
import { useOwnWallet } from '../../../entities/wallet/own-wallet.ts';
import { balanceAfter } from './balance-after.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useOpenPayments } from './crypto-calls.ts';
import { CryptoPanel } from './crypto-panel.tsx';
import { FundForm } from './fund-form.tsx';
import '../../../components/styles/forms.css';
import './add-funds.css';

interface AddFundsDialogProps extends FundsAsked {
  readonly onClose: () => void;
}

/** WAL-13: an amount, then the payment; when money has come, the new balance goes to whoever asked. */
export function AddFundsDialog({ needed, onAdded, onClose }: AddFundsDialogProps) {
  const { t } = useTranslation();
  const [payment, setPayment] = useState<CryptoPayment | null>(null);
  const { owed } = useOwnWallet();
  // Told when the first payment begins: a second one adds to what that one brought.
  const [wanted, setWanted] = useState<number | null>(null);
  const show = (begun: CryptoPayment): void => {
    setWanted(wanted ?? (needed === null ? 0 : balanceAfter(needed, { balance: begun.wallet_balance, owed })));
    setPayment(begun);
  };
  return (
    <Dialog title={t('add-funds-title')} className="add-funds" onClose={onClose}>
      {payment === null ? (
        <>
          <UnderWay onShow={show} />
          <FundForm needed={needed} onStarted={show} />
        </>
      ) : (
        <CryptoPanel
          key={payment.payment_id}
          begun={payment}
          wanted={wanted ?? 0}
          onAdded={onAdded}
          onRestart={() => setPayment(null)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** A payment that was begun before, on this device or another. */
function UnderWay({ onShow }: { onShow: (payment: CryptoPayment) => void }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { data = [] } = useOpenPayments();
  return data.map((payment) => (
    <p key={payment.payment_id} className="add-funds-under-way">
      <span>{t('add-funds-resume', { amount: money(payment.fund_amount) })}</span>
      <Button tone="plain" size="s" onClick={() => onShow(payment)}>
        {t('add-funds-resume-button')}
      </Button>
    </p>
  ));
}
