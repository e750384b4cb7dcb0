import type { PhotoIdReason } from '@backlot/contracts/photo-ids';
import { keepDecidedDays } from '@backlot/domain/people/photo-id';
import type { MailParams, MailKind } from '../../mail/mail-later.ts';
import { textOf } from '../../texts/texts.ts';
import { dateOf, moneyOf, type MailText, type MailVoice, type Say, type Writer } from './mail-voice.ts';
import { writeCancelled } from './write-cancelled.ts';
import { writeMembershipNews } from './write-membership-news.ts';
import { writePurchaseNews } from './write-purchase-news.ts';
import { writeRenewalFailed } from './write-renewal-failed.ts';
import { writeRenewalAtRisk } from './write-renewal-at-risk.ts';
import { writePriceChange } from './write-price-change.ts';
import { writeWithdrawal } from './write-withdrawal.ts';
import { writeChargeExplanation, writeReceipt, type ReceiptOf } from './write-receipt.ts';

const rejectedBecause: Readonly<Record<PhotoIdReason, string>> = {
  unreadable: 'photo-id-unreadable',
  incomplete: 'photo-id-incomplete',
  expired: 'photo-id-expired',
  'not-id': 'photo-id-not-id',
};

const refundedTo: Readonly<Record<string, string>> = {
  card: 'mail-refunded-card',
  wallet: 'mail-refunded-wallet',
  hand: 'mail-refunded-hand',
};

const minutesOfReset = 120;

const writers: Readonly<Record<Exclude<MailKind, 'receipt' | 'charge-explained'>, Writer>> = {
  'like-the-website': (params, say) => ({
    subject: say('mail-like-subject'),
    button: say('mail-like-button'),
    path: '/',
    paragraphs: [
      say('mail-like-from', { name: String(params['from']), email: String(params['email']) }),
      String(params['message']),
    ],
  }),
  // To a mailbox that nobody has proved: nothing of what was typed at registration.
  welcome: (_params, say) => ({
    subject: say('mail-welcome-subject'),
    paragraphs: [say('mail-welcome-text'), say('mail-welcome-ignore')],
    button: say('mail-welcome-button'),
    path: '/',
  }),
  offer: (params, say) => ({
    subject: say('mail-offer-subject'),
    button: say('mail-reset-button'),
    path: `/change-password/${params['token']}`,
    paragraphs: [say('mail-offer-text', { minutes: minutesOfReset }), say('mail-offer-ignore')],
  }),
  'password-changed': (_params, say) => ({
    subject: say('mail-password-changed-subject'),
    paragraphs: [say('mail-password-changed-text')],
    button: say('forgot-title'),
    path: '/forgot-password',
  }),
  reset: (params, say) => ({
    subject: say('mail-reset-subject'),
    button: say('mail-reset-button'),
    path: `/change-password/${params['token']}`,
    paragraphs: [say('mail-reset-text', { minutes: minutesOfReset }), say('mail-reset-ignore')],
  }),
  invitation: (params, say) => ({
    subject: say('mail-invitation-subject'),
    button: say('mail-invitation-button'),
    path: `/invitation/${params['token']}`,
    paragraphs: [
      say(params['role'] === 'model' ? 'mail-invitation-creator' : 'mail-invitation-staff'),
      say('mail-invitation-link', { days: params['days'] ?? 0 }),
      say('mail-invitation-ignore'),
    ],
  }),
  'renewal-failed': writeRenewalFailed,
  'refund-owed': (params, say, voice) => ({
    subject: say('mail-refund-owed-subject'),
    button: say('mail-refund-owed-button'),
    path: '/contact-us',
    paragraphs: [
      say('mail-refund-owed-text', { amount: moneyOf(params['amountMinor'], params['currency'], voice) }),
      ...(params['title'] ? [say('mail-refund-owed-for', { title: String(params['title']) })] : []),
      say('mail-refund-owed-next'),
    ],
  }),
  refunded: (params, say, voice) => {
    const amount = moneyOf(params['amountMinor'], params['currency'], voice);
    const isInWallet = params['to'] === 'wallet';
    return {
      subject: say('mail-refunded-subject', { amount }),
      button: say(isInWallet ? 'mail-funds-button' : 'mail-refund-owed-button'),
      path: isInWallet ? '/profile/wallet' : '/contact-us',
      paragraphs: [say(refundedTo[String(params['to'])] ?? refundedTo['card']!, { amount }), ...effectsOf(params, say)],
    };
  },
  'charged-back': (params, say, voice) => {
    const amount = moneyOf(params['amountMinor'], params['currency'], voice);
    return {
      subject: say('mail-charged-back-subject', { amount }),
      button: say('mail-refund-owed-button'),
      path: '/contact-us',
      paragraphs: [
        say('mail-charged-back-text', { amount }),
        ...effectsOf(params, say),
        ...(params['isCardBarred'] ? [say('mail-back-card-barred')] : []),
        say('mail-charged-back-next'),
      ],
    };
  },
  'complimentary-given': (params, say, voice) => ({
    subject: say('mail-complimentary-subject'),
    button: say('btn-go-to-feed'),
    path: '/home',
    paragraphs: [
      say('mail-complimentary-text', { date: dateOf(params['endsAt'], voice) }),
      say('mail-complimentary-free'),
    ],
  }),
  'complimentary-ended': (_params, say) => ({
    subject: say('mail-complimentary-ended-subject'),
    button: say('subscribe-renew-title'),
    path: '/subscribe',
    paragraphs: [say('mail-complimentary-ended-text')],
  }),
  'price-change': writePriceChange,
  'photo-id-accepted': (_params, say) => ({
    subject: say('mail-photo-id-accepted-subject'),
    button: say('btn-go-to-feed'),
    path: '/home',
    paragraphs: [say('mail-photo-id-accepted-text', { days: keepDecidedDays })],
  }),
  'photo-id-rejected': (params, say) => ({
    subject: say('mail-photo-id-rejected-subject'),
    button: say('mail-photo-id-again'),
    path: '/upload-photo-id',
    paragraphs: [
      say('mail-photo-id-rejected-text'),
      say(rejectedBecause[params['reason'] as PhotoIdReason]),
      say('mail-photo-id-rejected-next', { days: keepDecidedDays }),
    ],
  }),
  'renewal-at-risk': writeRenewalAtRisk,
  'renewal-soon': (params, say, voice) => ({
    subject: say('mail-renewal-soon-subject', { date: dateOf(params['at'], voice) }),
    button: say('cancel-title'),
    path: '/profile/cancel-subscription',
    paragraphs: [
      say('mail-renewal-soon-text', {
        date: dateOf(params['at'], voice),
        amount: moneyOf(params['amountMinor'], params['currency'], voice),
      }),
      say('mail-reminder-cancel'),
    ],
  }),
  'funds-added': (params, say, voice) => {
    const amount = moneyOf(params['amountMinor'], params['currency'], voice);
    return {
      subject: say('mail-funds-subject', { amount }),
      button: say('mail-funds-button'),
      path: '/profile/wallet',
      paragraphs: [
        say('mail-funds-text'),
        [
          say('mail-receipt-amount', { amount }),
          say('mail-funds-coins', { coins: String(params['coins']), currency: String(params['cryptoCurrency']) }),
          say('mail-receipt-date', { date: dateOf(params['at'], voice) }),
          say('mail-receipt-reference', { reference: String(params['reference']) }),
        ].join('\n'),
        ...(params['isAtMoment'] ? [say('mail-funds-moment')] : []),
        say('mail-funds-final'),
        say('mail-receipt-support', { url: `${voice.base}/contact-us` }),
      ],
    };
  },
  'wallet-taken-out': (params, say, voice) => {
    const amount = moneyOf(params['amountMinor'], params['currency'], voice);
    const owed = Number(params['owedMinor']);
    return {
      subject: say('mail-taken-out-subject', { amount }),
      button: say('mail-funds-button'),
      path: '/profile/wallet',
      paragraphs: [
        say(
          params['isSpentTwice']
            ? 'mail-taken-out-spent-twice'
            : params['through'] === 'coins'
              ? 'mail-taken-out-coins'
              : 'mail-taken-out-hand',
          { amount },
        ),
        ...(owed > 0 ? [say('mail-taken-out-owed', { amount: moneyOf(owed, params['currency'], voice) })] : []),
        say('mail-receipt-support', { url: `${voice.base}/contact-us` }),
      ],
    };
  },
  'membership-news': writeMembershipNews,
  'purchase-news': writePurchaseNews,
  withdrawn: writeWithdrawal,
  cancelled: writeCancelled,
};

/** What the payment was for, and what closed now that it went back. */
const effectsOf = (params: MailParams, say: Say): readonly string[] => [
  ...(params['title'] ? [say('mail-back-for', { title: String(params['title']) })] : []),
  ...(params['effect'] ? [say(String(params['effect']))] : []),
];

/** @throws an Error for a receipt of nothing */
export function writeMail(kind: MailKind, params: MailParams, voice: MailVoice, receipt: ReceiptOf | null): MailText {
  const say: Say = (id, filled = {}) => textOf(voice.language, id, { ...filled, site: voice.site });
  if (kind !== 'receipt' && kind !== 'charge-explained') return writers[kind](params, say, voice);
  if (receipt === null) throw new Error('A receipt tells of something that was sold.');
  return kind === 'receipt'
    ? writeReceipt(params, say, voice, receipt)
    : writeChargeExplanation(params, say, voice, receipt);
}
