import type { RenewalRisk } from '@backlot/domain/memberships/renewal-risk';
import { dateOf, moneyOf, type Say, type Writer } from './mail-voice.ts';

const textOfReason: Readonly<Record<RenewalRisk['reason'], string>> = {
  'no-card': 'mail-risk-no-card',
  'card-expires': 'mail-risk-card-expires',
  'wallet-low': 'mail-risk-wallet-low',
};

/** A renewal that is likely to fail as things stand: what is missing, where to mend it, and that one may cancel instead. */
export const writeRenewalAtRisk: Writer = (params, say, voice) => {
  const reason = params['reason'] as RenewalRisk['reason'];
  const date = dateOf(params['at'], voice);
  return {
    subject: say(reason === 'wallet-low' ? 'mail-risk-wallet-subject' : 'mail-risk-card-subject', { date }),
    ...wayOut(reason, params['canAddCard'] === 1, say),
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

/** Where cards are typed on the provider's page none can be added beforehand. */
function wayOut(reason: RenewalRisk['reason'], canAddCard: boolean, say: Say): { button: string; path: string } {
  if (reason === 'wallet-low') return { button: say('mail-funds-button'), path: '/profile/wallet' };
  return canAddCard
    ? { button: say('mail-risk-card-button'), path: '/profile/add-new-payment-method' }
    : { button: say('mail-risk-membership-button'), path: '/profile' };
}
