export type CcbillFaultKind =
  /** No answer to a charge (or what `on` names); `before`: nothing happened, `after`: it did. */
  | 'timeout-before'
  | 'timeout-after'
  | 'reset-before'
  | 'reset-after'
  /** Answers 500 with CCBill's own error. */
  | 'error-before'
  | 'error-after'
  /** The answer comes after `delayMs`. */
  | 'slow'
  /** 200 with a page of HTML. */
  | 'html'
  /** 200 with lines that never end. */
  | 'endless'
  /** 401, as of a bearer token that has ended. */
  | 'unauthorized'
  /** A subscription call answers with the result code `code`. */
  | 'result'
  /** The bank has to ask the payer. */
  | 'challenge'
  /** Takes `by` minor units more or less than it was asked for. */
  | 'other-amount'
  /** Bills in `code`, such as EUR. */
  | 'other-currency'
  /** The bank declines a renewal with `code`. */
  | 'renewal-declined'
  | 'notice-lost'
  /** Sent three times at once. */
  | 'notice-doubled'
  | 'notice-late'
  /** Waits until the next one has gone out. */
  | 'notice-reordered'
  /** One of a sale that was never made, with our reference, comes before it. */
  | 'notice-forged'
  /** One of a sale that is nobody's comes before it. */
  | 'notice-unmatched';

export interface CcbillFault {
  readonly kind: CcbillFaultKind;
  /** Which calls; `charge` when absent. Faults of notices strike every one. */
  readonly on?: CcbillCall;
  /** How often it may strike; without end when absent. */
  readonly count?: number;
  readonly delayMs?: number;
  readonly code?: string;
  readonly by?: number;
}

export type CcbillCall = 'oauth' | 'token' | 'charge' | 'find' | 'manage' | 'status' | 'extract';

export interface CcbillFaults {
  set(faults: readonly CcbillFault[]): void;
  /** The first rule of this kind that strikes this call, and uses it up by one. */
  strikes(kind: CcbillFaultKind, call?: CcbillCall): CcbillFault | null;
}

export function createCcbillFaults(): CcbillFaults {
  let rules: Array<{ fault: CcbillFault; left: number }> = [];
  return {
    set: (faults) => {
      rules = faults.map((fault) => ({ fault, left: fault.count ?? Infinity }));
    },
    strikes: (kind, call) => {
      const rule = rules.find(
        ({ fault, left }) => fault.kind === kind && left > 0 && (call === undefined || (fault.on ?? 'charge') === call),
      );
      if (!rule) return null;
      rule.left -= 1;
      return rule.fault;
    },
  };
}
