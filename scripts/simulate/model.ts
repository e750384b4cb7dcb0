import type { TestPerson } from '@backlot/server/testing/people';
import type { SiteName } from '@backlot/server/testing/world';
import type { Provider } from './providers.ts';

/** A fan as the simulator knows them: by what they did, and by what providers took of them. */
export interface Fan {
  readonly name: string;
  readonly site: SiteName;
  readonly person: TestPerson;
  /** They cancelled, were told so, and did not take it back: nothing of ours may be charged. */
  isCancelled: boolean;
  /** The event at which they last withdrew: what was paid for a membership before it pays for no time any more. */
  withdrewAt: number;
  /** Promotions whose free first period they had, or (false) may have had: each gives it once. */
  readonly freePeriods: Map<string, boolean>;
  /** In minor units: what they spent of their wallet and did not get back. */
  spentMinor: number;
  /** Paid for a membership from the wallet at least once, or tried to. */
  hasWalletMembership: boolean;
  /** What memberships that began were told to cost, oldest first. */
  readonly terms: Terms[];
  /** Time that costs nothing: what staff gave, and the free months of an offer. */
  readonly gifts: Gift[];
  /** Posts that are paid from the wallet. */
  readonly fromWallet: Map<string, { readonly priceMinor: number; readonly intentId: string }>;
  /** What happened to them, with the number of the event. */
  readonly history: string[];
}

/** What a fan is told before the button of a membership: so much now, so much each time from a date on. */
export interface Told {
  readonly initialMinor: number;
  readonly recurringMinor: number;
  /** Milliseconds; until then nothing more is charged. */
  readonly nextAt: number;
  /** How long the first payment lasts, in milliseconds from when it is made. */
  readonly lastsMs: number;
  /** Why it costs that. */
  readonly reason: string;
}

/** Something that is bought: a post's id or a membership, and what its price was told to be. */
export interface Sale {
  readonly bought: string;
  told: Told | null;
  /** Of the quote that was accepted, once it was seen. */
  quoteId?: string;
  /** The card that was typed for it, by the key under which it was sent: sent again it is the same. */
  typed?: Map<string, object>;
}

export interface Terms extends Told {
  readonly at: number;
  /** Number of the event: at one instant of the simulated time many things happen. */
  readonly event: number;
  /** What was charged at first; null where that was nothing. */
  readonly charge: Charge | null;
  /** False where its fan never learned whether it began. */
  readonly isSure: boolean;
}

/** Time that costs nothing. */
export interface Gift {
  readonly by: 'staff' | 'offer';
  readonly at: number;
  /** Milliseconds; Infinity for ever. */
  readonly until: number;
  readonly lastsMs: number;
  readonly isSure: boolean;
  isRevoked: boolean;
}

/** A creator's lower prices for a time. */
export interface Promotion {
  readonly id: string;
  readonly site: SiteName;
  readonly kind: 'SUBSCRIPTION' | 'LOCKED_CONTENT';
  readonly from: number;
  readonly until: number;
  isEnded: boolean;
  /** Off every post. */
  readonly percent: number;
  readonly initialMinor: number;
  readonly recurringMinor: number;
  /** Of the first period; 30 is a month. */
  readonly days: number;
}

export interface ReturnOffer {
  /** Free ones; 0 none, -1 for ever. */
  readonly months: number;
  readonly forFormer: boolean;
  readonly recurringMinor: number;
}

/** Who had it made: the fan who buys, the site that renews, or the provider whose series it is. */
export type ChargedBy = 'fan' | 'site' | 'provider';

/** A charge that a provider made of a fan: the provider's books say how it stands. */
export interface Charge {
  readonly provider: Provider;
  /** As the provider's books name it. */
  readonly reference: string;
  readonly fan: Fan;
  /** A post's id, or a period of the membership. */
  readonly bought: string;
  readonly by: ChargedBy;
  /** The fan had been told before that the membership is cancelled. */
  readonly isAfterCancellation: boolean;
  /** Milliseconds of the simulated time. */
  readonly at: number;
  readonly event: number;
  /** What the fan was told that it costs; null for renewals, whose price is that of the membership (`checkTerms`), and for posts. */
  readonly told: Told | null;
  /** The provider was told to take another amount than it was asked for. */
  readonly isOtherAmount: boolean;
  /** When staff took what came for what was asked, in milliseconds: what it bought begins then. */
  acceptedAt: number | null;
  /** In minor units: staff asked to give back this much, and were told that it will be. */
  refundAskedMinor: number;
  /** Staff gave it back and left open what it had paid for. */
  isKeptOpen: boolean;
}

/** The page of a provider that waits for a fan's card. It does not end when the product stops waiting for it. */
export interface Form {
  readonly fan: Fan;
  readonly url: string;
  /** What its sale will be known by. */
  readonly reference: string;
  readonly intentId: string;
  readonly sale: Sale | null;
}

export interface Challenge {
  readonly fan: Fan;
  readonly reference: string;
  readonly url: string;
}

/** Money that went back without our asking: in the provider's console, or by the bank. */
export interface ProviderReversal {
  readonly charge: Charge;
  readonly kind: 'refund' | 'void' | 'chargeback';
  readonly amountMinor: number;
  /** The product has accepted its webhook. */
  isReported: boolean;
}

export const membership = 'membership';

export interface Model {
  readonly fans: Fan[];
  /** Posts by price: no two cost the same, so that a charge tells what it was for. */
  readonly posts: Map<number, { readonly id: string; readonly site: SiteName }>;
  readonly charges: Map<string, Charge>;
  /** Who added money by which payment in coins. */
  readonly coins: Map<string, Fan>;
  /** When those payments were begun, in milliseconds. */
  readonly coinsAt: Map<string, number>;
  /** Those to which coins came when the product asks about them once a week. */
  readonly lateCoins: Set<string>;
  /** The event by which the product had been told of a sale on a form. */
  readonly toldSales: Map<string, number>;
  /** One site's cards are typed on its provider's page at the moment. */
  isOnForm: boolean;
  readonly promotions: Promotion[];
  readonly offers: Map<SiteName, ReturnOffer | null>;
  /** Charges whose bank asks its payer whether it is them. */
  readonly challenges: Challenge[];
  /** Those that may still be paid. */
  readonly forms: Form[];
  /** Whose form it was, by its reference; also of those that nobody pays any more. */
  readonly formOwners: Map<string, Pick<Form, 'fan' | 'sale'> & { readonly isOtherAmount?: boolean }>;
  /** Open items, and charges that no books of ours know, to which staff have seen at the provider. */
  readonly seenTo: Set<string>;
  /** By the webhook that reports it. */
  readonly providerReversals: Map<string, ProviderReversal>;
  /** Number of the event that goes on. */
  event: number;
}

export const emptyModel = (): Model => ({
  fans: [],
  posts: new Map(),
  charges: new Map(),
  coins: new Map(),
  coinsAt: new Map(),
  lateCoins: new Set(),
  toldSales: new Map(),
  isOnForm: false,
  promotions: [],
  offers: new Map(),
  challenges: [],
  forms: [],
  formOwners: new Map(),
  seenTo: new Set(),
  providerReversals: new Map(),
  event: 0,
});

export const note = (model: Model, fan: Fan, text: string): void => void fan.history.push(`${model.event}: ${text}`);

export const chargesOf = (model: Model, fan: Fan): Charge[] =>
  [...model.charges.values()].filter((charge) => charge.fan === fan);

export const providerReversalsOf = (model: Model, charge: Charge): ProviderReversal[] =>
  [...model.providerReversals.values()].filter((reversal) => reversal.charge === charge);
