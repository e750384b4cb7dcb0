import { formatMoney } from '@backlot/domain/money';
import type { MailFacts, MailKind } from '../../mail-later.ts';
import { textOf, type TextParams } from '../../texts.ts';

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

type Writer = (facts: MailFacts, say: (id: string, params?: TextParams) => string, voice: MailVoice) => MailText;

const minutesOfReset = 120;

const writers: Readonly<Record<MailKind, Writer>> = {
  welcome: (_facts, say) => ({
    subject: say('mail-welcome-subject'), paragraphs: [say('mail-welcome-text')], button: say('mail-welcome-button'), path: '/',
  }),
  reset: (facts, say) => ({
    subject: say('mail-reset-subject'), button: say('mail-reset-button'), path: `/change-password/${facts['token']}`,
    paragraphs: [say('mail-reset-text', { minutes: minutesOfReset }), say('mail-reset-ignore')],
  }),
  receipt: writeReceipt,
  'renewal-failed': (_facts, say) => ({
    subject: say('mail-rebill-failed-subject'), paragraphs: [say('mail-rebill-failed-text')], button: say('mail-rebill-failed-button'), path: '/subscribe',
  }),
  cancelled: (facts, say, voice) => ({
    subject: say('mail-cancel-subject'), button: say('profile-title'), path: '/profile',
    paragraphs: facts['endsAt'] === null ? [] : [
      say('mail-cancel-text', { date: dateOf(facts['endsAt'], voice) }), say('mail-cancel-undo', { url: `${voice.base}/profile` })],
  }),
};

/** C13: what was bought, what it cost, what follows, how to end it, whom to ask. */
function writeReceipt(facts: MailFacts, say: (id: string, params?: TextParams) => string, voice: MailVoice): MailText {
  const amount = moneyOf(facts['amountMinor'], facts['currency'], voice);
  const isPost = facts['sold'] === 'post';
  const bought = { membership: 'mail-receipt-membership', renewal: 'mail-receipt-renewal', post: 'mail-receipt-post' }[String(facts['sold']) as 'post'];
  const lines = [say('mail-receipt-amount', { amount }), say('mail-receipt-date', { date: dateOf(facts['at'], voice) })];
  if (facts['reference'] && voice.descriptor) lines.push(say('mail-receipt-descriptor', { descriptor: voice.descriptor }));
  if (facts['reference']) lines.push(say('mail-receipt-reference', { reference: facts['reference'] }));
  const follows = facts['nextAt'] && facts['nextMinor'] !== null
    ? [say('mail-receipt-next', { amount: moneyOf(facts['nextMinor'], facts['currency'], voice), date: dateOf(facts['nextAt'], voice) })] : [];
  return {
    subject: say('mail-receipt-subject', { amount }), button: say(isPost ? 'mail-welcome-button' : 'profile-title'), path: isPost ? '/' : '/profile',
    paragraphs: [
      say(bought, { title: facts['title'] ?? '' }), lines.join('\n'), ...follows,
      ...(isPost ? [] : [say('mail-receipt-cancel', { url: `${voice.base}/profile` })]), say('mail-receipt-support', { url: `${voice.base}/contact-us` }),
    ],
  };
}

const moneyOf = (minor: unknown, currency: unknown, { language }: MailVoice): string => formatMoney(Number(minor), String(currency), language);

const dateOf = (at: unknown, { language, timeZone }: MailVoice): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(String(at)));

export const writeMail = (kind: MailKind, facts: MailFacts, voice: MailVoice): MailText =>
  writers[kind](facts, (id, params = {}) => textOf(voice.language, id, { ...params, site: voice.site }), voice);
