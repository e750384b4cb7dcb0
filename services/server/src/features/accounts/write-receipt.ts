import type { MailParams } from '../../mail/mail-later.ts';
import { dateOf, moneyOf, type MailText, type MailVoice, type Say } from './mail-voice.ts';

/** How a mail tells of what was sold (`Presentation.receipt`). */
export interface ReceiptOf {
  readonly text: string;
  readonly button: string;
  readonly path: string;
  readonly isCancellable: boolean;
}

/** C13: what was bought, what it cost, what follows, how to end it, whom to ask. */
export function writeReceipt(
  params: MailParams,
  say: Say,
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
      // Nothing that was paid has no receipt; nor has a mail that a server of before enqueued its address.
      ...(params['intentId'] && Number(params['amountMinor']) > 0
        ? [say('mail-receipt-page', { url: `${voice.base}/profile/payments/${params['intentId']}` })]
        : []),
      ...(isCancellable ? [say('mail-receipt-cancel', { url: `${voice.base}/profile` })] : []),
      say('mail-receipt-support', { url: `${voice.base}/contact-us` }),
    ],
  };
}

/** The mail that tells a payer what a charge was for. Whoever asked for it may be a stranger. */
export function writeChargeExplanation(
  params: MailParams,
  say: Say,
  voice: MailVoice,
  { text, button, path, isCancellable }: ReceiptOf,
): MailText {
  const amount = moneyOf(params['amountMinor'], params['currency'], voice);
  return {
    subject: say('mail-charge-subject', { amount }),
    button: say(button),
    path,
    paragraphs: [
      say('mail-charge-asked'),
      say(text, { title: params['title'] ?? '' }),
      [
        say('mail-receipt-amount', { amount }),
        say('mail-receipt-date', { date: dateOf(params['at'], voice) }),
        say('mail-charge-card', { last4: String(params['last4']) }),
        ...(voice.descriptor ? [say('mail-receipt-descriptor', { descriptor: voice.descriptor })] : []),
        ...(params['reference'] ? [say('mail-receipt-reference', { reference: params['reference'] })] : []),
      ].join('\n'),
      ...(isCancellable ? [say('mail-receipt-cancel', { url: `${voice.base}/profile` })] : []),
      say('mail-charge-wrong', { url: `${voice.base}/contact-us` }),
      say('mail-charge-ignore'),
    ],
  };
}

/** What was cheaper than usual, and by what. */
const reductionOf = (params: MailParams, say: Say, voice: MailVoice): string =>
  say(String(params['reducedText']), {
    ref: String(params['reducedRef']),
    was: moneyOf(params['wasMinor'], params['currency'], voice),
    saved: moneyOf(Number(params['wasMinor']) - Number(params['amountMinor']), params['currency'], voice),
  });
