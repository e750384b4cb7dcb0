import type { MailParams } from '../../mail/mail-later.ts';
import { dateOf, moneyOf, type Writer } from './mail-voice.ts';

/** C14: what a membership will cost, from when on and how often. */
export const writePriceChange: Writer = (params, say, voice) => ({
  subject: say('mail-price-change-subject', { date: dateOf(params['at'], voice) }),
  button: say('cancel-title'),
  path: '/profile/cancel-subscription',
  paragraphs: [
    say(textFor(params), {
      date: dateOf(params['at'], voice),
      amount: moneyOf(params['amountMinor'], params['currency'], voice),
      was: moneyOf(params['wasMinor'], params['currency'], voice),
      days: params['days'] ?? 0,
    }),
    say('mail-reminder-cancel'),
  ],
});

/** Without days it is charged by calendar months, and so are those of mails that were written down before they told. */
function textFor({ wasMinor, days }: MailParams): string {
  if (days) return wasMinor === 0 ? 'mail-price-change-free-days' : 'mail-price-change-text-days';
  return wasMinor === 0 ? 'mail-price-change-free' : 'mail-price-change-text';
}
