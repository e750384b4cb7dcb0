import type { Allowance } from '../../../tries/allowance.ts';

export interface Limits {
  /** What an account meets, on all sites together. It never closes: beyond it comes a check. */
  readonly account: Allowance | null;
  /** What a line to the internet meets, on all sites together. */
  readonly line: Allowance;
  /** A browser that this person has logged in with: its tries count for nobody else, nor others' for it. */
  readonly device: Allowance | null;
  /** Calls from a line, checks included, before it has to wait. */
  readonly calls: { readonly max: number; readonly seconds: number };
}

export const limits = {
  login: {
    account: { free: 5, leakSeconds: 600 },
    line: { free: 20, leakSeconds: 15 },
    device: { free: 10, leakSeconds: 60 },
    calls: { max: 300, seconds: 300 },
  },
  register: { account: null, line: { free: 20, leakSeconds: 60 }, device: null, calls: { max: 100, seconds: 600 } },
  forgot: {
    account: { free: 3, leakSeconds: 1_200 },
    line: { free: 5, leakSeconds: 120 },
    device: { free: 5, leakSeconds: 300 },
    calls: { max: 100, seconds: 600 },
  },
} as const satisfies Record<string, Limits>;

/** Mails that an address gets because somebody typed it, on all sites together. */
export const unaskedMails: Allowance = { free: 3, leakSeconds: 8 * 3_600 };

/**
 * Reset mails that follow a first one, on all sites together. The first an hour is mailed on every site: its link is what
 * the owner needs there, whatever strangers asked for elsewhere.
 */
export const repeatedResets: Allowance = { free: 5, leakSeconds: 720 };

/** Four digits of a card, guessed by whoever reads the mailbox. */
export const cardDigits: Allowance = { free: 5, leakSeconds: 24 * 3_600 };
