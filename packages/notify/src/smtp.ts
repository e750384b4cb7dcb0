import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** A real mail server, from an address such as `smtps://user:secret@host`. */
export class SmtpMailer {
  readonly #transport;

  constructor(url: string) {
    this.#transport = createTransport(url);
    // A line of a pool that breaks between two mails; each mail's own failure is thrown by `send`.
    this.#transport.on('error', () => undefined);
  }

  /** Throws when the server refuses or does not answer; what it said, without the address. */
  async send(mail: Mail): Promise<void> {
    await this.#transport
      .sendMail({
        messageId: `<${mail.id}@${mail.from.address.split('@')[1] ?? 'localhost'}>`,
        from: { name: mail.from.name, address: mail.from.address },
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        // The library would name itself here.
        xMailer: false,
      })
      .catch((error: unknown) => {
        throw withoutAddress(error, mail.to);
      });
  }
}

/** A server that refuses quotes the recipient, and what is thrown here is logged at every try and kept with the job. */
function withoutAddress(error: unknown, address: string): Error {
  const { message, code } = error as NodeJS.ErrnoException;
  const anyCase = new RegExp(address.replace(/[^\w@-]/g, '\\$&'), 'gi');
  return Object.assign(
    new Error(String(message).replace(anyCase, 'the recipient')),
    code === undefined ? {} : { code },
  );
}
