import type { RenewalRisk } from '@backlot/domain/memberships/renewal-risk';
import { dateOf, moneyOf, type Writer } from './mail-voice.ts';

const textOfReason: Readonly<Record<RenewalRisk['reason'], string>> = {
  'no-card': 'mail-risk-no-card',
  'card-expires': 'mail-risk-card-expires',
  'wallet-low': 'mail-risk-wallet-low',
};

/** A renewal that will fail as things stand: what is missing, where to mend it, and that one may cancel instead. */
export const writeRenewalAtRisk: Writer = (params, say, voice) => {
  const reason = params['reason'] as RenewalRisk['reason'];
  const isWallet = reason === 'wallet-low';
  const date = dateOf(params['at'], voice);
  return {
    subject: say(isWallet ? 'mail-risk-wallet-subject' : 'mail-risk-card-subject', { date }),
    button: say(isWallet ? 'mail-funds-button' : 'mail-risk-card-button'),
    path: isWallet ? '/profile/wallet' : '/profile/add-new-payment-method',
    paragraphs: [
      say(textOfReason[reason], {
        date,
        amount: moneyOf(params['amountMinor'], params['currency'], voice),
        last4: String(params['last4']),
      }),
      say('mail-risk-cancel', { url: `${voice.base}/profile/cancel-subscription` }),
    ],
  };
};
