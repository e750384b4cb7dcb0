export type { Mail } from './mail.ts';
export { Mailbox, type StoredMail } from './mailbox.ts';
export { SmtpMailer } from './smtp.ts';
