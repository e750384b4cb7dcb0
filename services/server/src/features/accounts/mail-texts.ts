import { declineText } from '@backlot/domain/money/decline';
import { formatMoney } from '@backlot/domain/money/money';
import type { MailParams, MailKind } from '../../mail/mail-later.ts';
import { textOf, type TextParams } from '../../texts/texts.ts';

/** A mail's words, in the reader's language. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  /** Where the button leads on the site. */
  readonly path: string;
}

export interface MailVoice {
  readonly language: string;
  readonly timeZone: string;
  readonly site: string;
  readonly descriptor: string;
  /** The page's address, `https://clay.example`. */
  readonly base: string;
}

/** How a receipt tells of what was sold (`Presentation.receipt`). */
export interface ReceiptOf {
  readonly text: string;
  readonly button: string;
  readonly path: string;
  readonly isCancellable: boolean;
}

type Writer = (params: MailParams, say: (id: string, params?: TextParams) => string, voice: MailVoice) => MailText;

const minutesOfReset = 120;

const writers: Readonly<Record<Exclude<MailKind, 'receipt'>, Writer>> = {
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
  'renewal-failed': (params, say, voice) =>
    params['reason'] === 'wallet-low'
      ? writeWalletLow(params, say, voice)
      : {
          subject: say('mail-rebill-failed-subject'),
          button: say('mail-rebill-failed-button'),
          path: '/profile/payment-method',
          paragraphs: [
            say('mail-rebill-failed-text'),
            ...(params['reason'] ? [say(declineText(params['reason']))] : []),
            params['retryAt']
              ? say('mail-rebill-retry', {
                  date: dateOf(params['retryAt'], voice),
                  url: `${voice.base}/profile/cancel-subscription`,
                })
              : say('mail-rebill-final', { url: `${voice.base}/subscribe` }),
          ],
        },
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
  'complimentary-given': (params, say, voice) => ({
    subject: say('mail-complimentary-subject'),
    button: say('btn-go-to-feed'),
    path: '/feed',
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
  'price-change': (params, say, voice) => ({
    subject: say('mail-price-change-subject', { date: dateOf(params['at'], voice) }),
    button: say('cancel-title'),
    path: '/profile/cancel-subscription',
    paragraphs: [
      say('mail-price-change-text', {
        date: dateOf(params['at'], voice),
        amount: moneyOf(params['amountMinor'], params['currency'], voice),
        was: moneyOf(params['wasMinor'], params['currency'], voice),
      }),
      say('mail-reminder-cancel'),
    ],
  }),
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
  cancelled: (params, say, voice) => ({
    subject: say('mail-cancel-subject'),
    button: say('profile-title'),
    path: '/profile',
    paragraphs:
      params['endsAt'] === null
        ? [say('cancel-done-ended')]
        : [
            say('mail-cancel-text', { date: dateOf(params['endsAt'], voice) }),
            say('mail-cancel-undo', { url: `${voice.base}/profile` }),
          ],
  }),
};

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

/** C13: what was bought, what it cost, what follows, how to end it, whom to ask. */
function writeReceipt(
  params: MailParams,
  say: (id: string, params?: TextParams) => string,
  voice: MailVoice,
  { text, button, path, isCancellable }: ReceiptOf,
): MailText {
  const amount = moneyOf(params['amountMinor'], params['currency'], voice);
  const reduced = params['reducedText'] ? [reductionOf(params, say, voice)] : [];
  const lines = [
    say('mail-receipt-amount', { amount }),
    ...reduced,
    say('mail-receipt-date', { date: dateOf(params['at'], voice) }),
  ];
  if (params['reference'] && voice.descriptor)
    lines.push(say('mail-receipt-descriptor', { descriptor: voice.descriptor }));
  if (params['reference']) lines.push(say('mail-receipt-reference', { reference: params['reference'] }));
  const follows =
    params['nextAt'] && params['nextMinor'] !== null
      ? [
          say('mail-receipt-next', {
            amount: moneyOf(params['nextMinor'], params['currency'], voice),
            date: dateOf(params['nextAt'], voice),
          }),
        ]
      : [];
  return {
    subject: say('mail-receipt-subject', { amount }),
    button: say(button),
    path,
    paragraphs: [
      say(text, { title: params['title'] ?? '' }),
      lines.join('\n'),
      ...follows,
      ...(isCancellable ? [say('mail-receipt-cancel', { url: `${voice.base}/profile` })] : []),
      say('mail-receipt-support', { url: `${voice.base}/contact-us` }),
    ],
  };
}

/** What was cheaper than usual, and by what. */
const reductionOf = (params: MailParams, say: (id: string, params?: TextParams) => string, voice: MailVoice): string =>
  say(String(params['reducedText']), {
    ref: String(params['reducedRef']),
    was: moneyOf(params['wasMinor'], params['currency'], voice),
    saved: moneyOf(Number(params['wasMinor']) - Number(params['amountMinor']), params['currency'], voice),
  });

const moneyOf = (minor: unknown, currency: unknown, { language }: MailVoice): string =>
  formatMoney(Number(minor), String(currency), language);

const dateOf = (at: unknown, { language, timeZone }: MailVoice): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(String(at)));

/** @throws an Error for a receipt of nothing */
export function writeMail(kind: MailKind, params: MailParams, voice: MailVoice, receipt: ReceiptOf | null): MailText {
  const say = (id: string, filled: TextParams = {}): string =>
    textOf(voice.language, id, { ...filled, site: voice.site });
  if (kind !== 'receipt') return writers[kind](params, say, voice);
  if (receipt === null) throw new Error('A receipt tells of something that was sold.');
  return writeReceipt(params, say, voice, receipt);
}
