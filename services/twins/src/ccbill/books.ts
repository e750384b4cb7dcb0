import { randomBytes, randomInt } from 'node:crypto';

/** The one account that the twin has. */
export interface CcbillTwinAccount {
  readonly account: string;
  readonly subAccount: string;
  readonly form: string;
  readonly salt: string;
  readonly dataLinkUser: string;
  readonly dataLinkPassword: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const twinAccount: CcbillTwinAccount = {
  account: '900100',
  subAccount: '0001',
  form: '5f0e3c1a-0000-4000-8000-900100000001',
  salt: 'sandboxsalt',
  dataLinkUser: 'sandbox',
  dataLinkPassword: 'sandbox-data-link',
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-client-secret',
};

/** A card by its behaviour; no number is kept. */
export interface TwinCardOnFile {
  readonly behaviour: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** One charge of a sale: the first is made by the payer, later ones by CCBill. */
export interface TwinCharge {
  /** Of the first it is the subscription's own. */
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly at: Date;
  /** Minor units that went back of it, with what the bank took. */
  returnedMinor: number;
  chargedBackMinor: number;
}

export interface TwinSale {
  readonly subscriptionId: string;
  /** By a token, through the REST interface; else on the form. */
  readonly isByToken: boolean;
  readonly card: TwinCardOnFile;
  readonly amountMinor: number;
  readonly currency: string;
  /** In what the payer was billed, where that is another currency. */
  readonly billedCurrency: string;
  readonly firstDays: number;
  readonly later: { readonly minor: number; readonly days: number } | null;
  /** Comes back with every notice as `X-…`. */
  readonly passed: Readonly<Record<string, string>>;
  readonly signedUp: Date;
  /** Oldest first. */
  readonly charges: TwinCharge[];
  nextAt: Date | null;
  /** The end of what was paid for. */
  paidUntil: Date;
  /** Renewals that were declined one after the other. */
  failures: number;
  state: 'inactive' | 'ending' | 'recurring';
  timesRebilled: number;
  refunds: number;
  voids: number;
  chargebacks: number;
  /** Minor units that went back. */
  returnedMinor: number;
}

export interface TwinToken {
  readonly id: string;
  readonly card: TwinCardOnFile;
  readonly until: number;
  left: number;
  readonly sales: string[];
}

export interface Books {
  readonly sales: Map<string, TwinSale>;
  readonly tokens: Map<string, TwinToken>;
  addToken(card: TwinCardOnFile, uses: number, hours: number): TwinToken;
  addSale(
    sale: Pick<
      TwinSale,
      'isByToken' | 'card' | 'amountMinor' | 'currency' | 'billedCurrency' | 'firstDays' | 'later' | 'passed'
    >,
  ): TwinSale;
  clear(): void;
}

export const dayMs = 86_400_000;

/** In memory: what a person tried is gone when the twin ends. `now`: CCBill's clock. */
export function openBooks(now: () => Date): Books {
  const sales = new Map<string, TwinSale>();
  const tokens = new Map<string, TwinToken>();
  return {
    sales,
    tokens,
    addToken(card, uses, hours) {
      const token: TwinToken = {
        id: randomBytes(16).toString('hex'),
        card,
        until: Date.now() + hours * 3_600_000,
        left: uses,
        sales: [],
      };
      tokens.set(token.id, token);
      return token;
    },
    addSale(terms) {
      const signedUp = now();
      const subscriptionId = newId();
      const paidUntil = new Date(signedUp.getTime() + terms.firstDays * dayMs);
      const sale: TwinSale = {
        ...terms,
        subscriptionId,
        signedUp,
        charges: [newCharge(subscriptionId, terms.amountMinor, signedUp)],
        nextAt: terms.later ? paidUntil : null,
        paidUntil,
        failures: 0,
        state: terms.later ? 'recurring' : 'ending',
        timesRebilled: 0,
        refunds: 0,
        voids: 0,
        chargebacks: 0,
        returnedMinor: 0,
      };
      sales.set(sale.subscriptionId, sale);
      return sale;
    },
    clear() {
      sales.clear();
      tokens.clear();
    },
  };
}

export const newCharge = (transactionId: string, amountMinor: number, at: Date): TwinCharge => ({
  transactionId,
  amountMinor,
  at,
  returnedMinor: 0,
  chargedBackMinor: 0,
});

/** 18 digits, which a JavaScript number would round. */
export const newId = (): string =>
  `126${String(randomInt(1_000_000)).padStart(6, '0')}${String(randomInt(10 ** 9)).padStart(9, '0')}`;

const codes: Readonly<Record<string, string>> = {
  '840': 'USD',
  '978': 'EUR',
  '826': 'GBP',
  '124': 'CAD',
  '36': 'AUD',
  '392': 'JPY',
};

/** By the number that CCBill knows a currency by, or null. */
export const currencyOfCode = (code: string): string | null => codes[code.replace(/^0+/, '')] ?? null;

export const codeOfCurrency = (currency: string): string =>
  (Object.keys(codes).find((code) => codes[code] === currency) ?? '').padStart(3, '0');

/** Two decimals, whatever the currency. */
export const priceOf = (minor: number, currency: string): string => (minor / (currency === 'JPY' ? 1 : 100)).toFixed(2);

export function minorOfPrice(price: string, currency: string): number | null {
  if (!/^\d{1,7}\.\d{2}$/.test(price)) return null;
  return Math.round(Number(price) * (currency === 'JPY' ? 1 : 100));
}
