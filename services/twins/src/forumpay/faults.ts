export type ForumpayFaultKind =
  /** `err` with 200. `code` and `message` as wanted. */
  | 'refused'
  /** The network in front of it answers 403 with a page. */
  | 'html-403'
  /** The connection is cut: before, nothing happened; after, it did and the answer is lost. */
  | 'reset-before'
  | 'reset-after'
  /** Likewise, without an answer. */
  | 'silence-before'
  | 'silence-after'
  /** Likewise, with an error of the network in front of it. */
  | 'error-before'
  | 'error-after'
  /** The answer comes after `delayMs`. */
  | 'slow'
  /** The webhook about a start comes before its answer. */
  | 'webhook-first'
  | 'webhook-tenfold'
  | 'webhook-lost'
  /** A webhook about a payment that nobody knows comes before each. */
  | 'webhook-unknown'
  /** `status` in another language. */
  | 'foreign-status'
  /** The currency can't be sent any more when the payment is started. */
  | 'sell-off'
  /** A PIN from the payer's mailbox is wanted; `second`: from the second payment of a payer on. */
  | 'pin-wanted'
  | 'pin-wanted-second'
  /** A page of the list has one payment, however many were asked for. */
  | 'short-pages'
  /** The payer is told something. */
  | 'notices'
  /** Blocked by compliance although it counts as paid, or not. */
  | 'confirmed-but-blocked';

export interface ForumpayFault {
  readonly kind: ForumpayFaultKind;
  /** Which action it strikes; every one it fits when absent. */
  readonly on?: string;
  /** How often it may strike; without end when absent. */
  readonly count?: number;
  readonly delayMs?: number;
  readonly code?: string;
  readonly message?: string;
}

export interface ForumpayFaults {
  set(faults: readonly ForumpayFault[]): void;
  /** The first rule of this kind that strikes this action, and uses it up by one. */
  strikes(kind: ForumpayFaultKind, action?: string): ForumpayFault | null;
}

export function createForumpayFaults(): ForumpayFaults {
  let rules: Array<{ fault: ForumpayFault; left: number }> = [];
  return {
    set: (faults) => {
      rules = faults.map((fault) => ({ fault, left: fault.count ?? Infinity }));
    },
    strikes: (kind, action) => {
      const rule = rules.find(
        ({ fault, left }) => fault.kind === kind && left > 0 && (fault.on === undefined || fault.on === action),
      );
      if (!rule) return null;
      rule.left -= 1;
      return rule.fault;
    },
  };
}
