import { CreditCard, Wallet } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { missingFor, useOwnWallet } from '../../../entities/wallet/own-wallet.ts';
import { useWalletNote } from './wallet-note.ts';

export type PayWith = 'card' | 'wallet';

export interface PayWithChoice {
  /** There is something to choose. */
  readonly isOffered: boolean;
  /** No card can pay. */
  readonly isWalletAlone: boolean;
  readonly way: PayWith;
  readonly choose: (way: PayWith) => void;
  readonly balance: number;
  /** What the wallet lacks for the price and what is owed, rounded up; 0 where it covers it or a card pays. */
  readonly missing: number;
}

/** SUB-49: what is paid with usually is chosen at first. `takesCards`: whether a card can pay at all. */
export function usePayWith(price: number, takesCards = true): PayWithChoice {
  const wallet = useOwnWallet();
  const { isOffered, balance, isDefault } = wallet;
  const [chosen, choose] = useState<PayWith | null>(null);
  const isWalletAlone = isOffered && !takesCards;
  const way = isWalletAlone ? 'wallet' : isOffered ? (chosen ?? (isDefault ? 'wallet' : 'card')) : 'card';
  return { isOffered, isWalletAlone, way, choose, balance, missing: way === 'wallet' ? missingFor(price, wallet) : 0 };
}

/** Card or wallet, with what is in the wallet and what stays there (POST-076). */
export function PayWithField({ price, choice }: { price: number; choice: PayWithChoice }) {
  const { t } = useTranslation();
  const walletNote = useWalletNote();
  const name = useId();
  if (!choice.isOffered) return null;
  const { way, choose } = choice;
  return (
    <fieldset className="pay-with">
      <legend>{t('wallet-pay-with')}</legend>
      {choice.isWalletAlone ? null : (
        <label className="check">
          <input type="radio" name={name} checked={way === 'card'} onChange={() => choose('card')} />
          <CreditCard className="icon" aria-hidden />
          <span>{t('wallet-pay-card')}</span>
        </label>
      )}
      <label className="check">
        <input type="radio" name={name} checked={way === 'wallet'} onChange={() => choose('wallet')} />
        <Wallet className="icon" aria-hidden />
        <span>
          {t('wallet-title')}
          <small>{walletNote(price)}</small>
        </span>
      </label>
    </fieldset>
  );
}
