import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from './mail.ts';

const idPattern = /^[\w.-]{1,120}$/;

export interface StoredMail extends Mail {
  readonly sentAt: string;
}

/**
 * The development mailbox: a file a mail, readable in the browser. The file
 * is named by the mail's id, so a retry overwrites and never doubles. Its links open
 * accounts, so that other users of the machine may not read it.
 */
export class Mailbox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async send(mail: Mail): Promise<void> {
    if (!idPattern.test(mail.id)) throw new Error('A mail needs a plain id.');
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${mail.id}.json`);
    const stored: StoredMail = { ...mail, sentAt: new Date().toISOString() };
    await writeFile(`${path}.part`, JSON.stringify(stored), { mode: 0o600 });
    await rename(`${path}.part`, path);
  }

  /** Newest first. */
  async list(limit = 100): Promise<StoredMail[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const mails = await Promise.all(
      names
        .filter((name) => name.endsWith('.json'))
        .map(async (name) => JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as StoredMail),
    );
    return mails.sort((a, b) => b.sentAt.localeCompare(a.sentAt)).slice(0, limit);
  }
}
