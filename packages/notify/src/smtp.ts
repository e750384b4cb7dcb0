import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** A real mail server, from an address such as `smtps://user:secret@host`. */
export class SmtpMailer {
  readonly #transport;

  constructor(url: string) {
    this.#transport = createTransport(url);
  }

  /** Throws when the server refuses or does not answer. */
  async send(mail: Mail): Promise<void> {
    await this.#transport.sendMail({
      messageId: `<${mail.id}@${mail.from.address.split('@')[1] ?? 'localhost'}>`,
      from: { name: mail.from.name, address: mail.from.address },
      to: mail.to, subject: mail.subject, text: mail.text, html: mail.html,
      // The library would name itself here.
      xMailer: false,
    });
  }
}
