import { dateOf, moneyOf, stampOf, type Writer } from './mail-voice.ts';

interface GivenBack {
  readonly amountMinor: number;
  readonly currency: string;
  readonly to: 'card' | 'wallet';
}

/** C15: the confirmation on a durable medium, with what was declared and when it arrived. */
export const writeWithdrawal: Writer = (params, say, voice) => {
  const back = JSON.parse(String(params['comesBack'])) as readonly GivenBack[];
  const lines = back.map(({ amountMinor, currency, to }) =>
    say(to === 'wallet' ? 'mail-withdrawn-wallet' : 'mail-withdrawn-card', {
      amount: moneyOf(amountMinor, currency, voice),
    }),
  );
  return {
    subject: say('mail-withdrawn-subject'),
    button: say('payments-title'),
    path: '/profile/payments',
    paragraphs: [
      say('mail-withdrawn-received', { at: stampOf(params['at'], voice) }),
      [
        say('mail-withdrawn-contract', { date: dateOf(params['concludedAt'], voice) }),
        say('mail-withdrawn-number', { number: String(params['number']) }),
        ...(lines.length === 0 ? [say('mail-withdrawn-nothing')] : lines),
      ].join('\n'),
      say('mail-withdrawn-keep'),
      say('mail-receipt-support', { url: `${voice.base}/contact-us` }),
    ],
  };
};
