import { formatMoney } from '@backlot/domain/money/money';
import type { MailParams } from '../../mail/mail-later.ts';
import type { TextParams } from '../../texts/texts.ts';

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

/** A text of the reader's language, filled in. */
export type Say = (id: string, params?: TextParams) => string;

/** Writes one kind of mail. */
export type Writer = (params: MailParams, say: Say, voice: MailVoice) => MailText;

export const moneyOf = (minor: unknown, currency: unknown, { language }: MailVoice): string =>
  formatMoney(Number(minor), String(currency), language);

/** Date and time of day. */
export const momentOf = (at: unknown, { language, timeZone }: MailVoice): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(String(at)));

/** To the second and with the zone, where it has to be proved. */
export const stampOf = (at: unknown, { language, timeZone }: MailVoice): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(String(at)));

export const dateOf = (at: unknown, { language, timeZone }: MailVoice): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(String(at)));
