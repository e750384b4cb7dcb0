import { declineText } from '@backlot/domain/money/decline';
import { refusedRequest } from '@backlot/domain/memberships/decline-class';
import type { MailParams } from '../../mail/mail-later.ts';
import { dateOf, moneyOf, type MailText, type Say, type Writer } from './mail-voice.ts';

/** To who could not be renewed: why, when it is tried again, and where something can be done about it. */
export const writeRenewalFailed: Writer = (params, say, voice) =>
  params['reason'] === 'wallet-low'
    ? writeWalletLow(params, say, voice)
    : {
        subject: say('mail-rebill-failed-subject'),
        ...wayToPay(params, say),
        paragraphs: [
          say(isCardAsked(params) ? 'mail-rebill-failed-text' : 'rebill-not-renewed'),
          ...(params['reason'] ? [say(declineText(params['reason']))] : []),
          params['retryAt']
            ? say('mail-rebill-retry', {
                date: dateOf(params['retryAt'], voice),
                url: `${voice.base}/profile/cancel-subscription`,
              })
            : say('mail-rebill-final', { url: `${voice.base}/subscribe` }),
        ],
      };

/** Nothing is asked of a card that was never charged, nor where none can be typed here. */
const isCardAsked = (params: MailParams): boolean => params['canAddCard'] === 1 && params['reason'] !== refusedRequest;

/** Where no card can be added beforehand: to the membership while it is tried again, then to the page that sells one. */
function wayToPay(params: MailParams, say: Say): Pick<MailText, 'button' | 'path'> {
  if (isCardAsked(params)) return { button: say('mail-rebill-failed-button'), path: '/profile/payment-method' };
  return params['retryAt']
    ? { button: say('mail-risk-membership-button'), path: '/profile' }
    : { button: say('subscribe-renew-title'), path: '/subscribe' };
}

/** SUB-47: what is due and when, and that the wallet does not cover it. */
const writeWalletLow: Writer = (params, say, voice) => ({
  subject: say('mail-rebill-failed-subject'),
  button: say('wallet-open'),
  path: '/profile/wallet',
  paragraphs: params['retryAt']
    ? [
        say('rebill-wallet-text', {
          date: dateOf(params['retryAt'], voice),
          amount: moneyOf(params['amountMinor'], params['currency'], voice),
        }),
        say('mail-rebill-cancel', { url: `${voice.base}/profile/cancel-subscription` }),
      ]
    : [say('wallet-renewal-ended'), say('mail-rebill-final', { url: `${voice.base}/subscribe` })],
});
