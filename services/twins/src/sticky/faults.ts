export type StickyFaultKind =
  /** No answer; `before`: nothing was done, `after`: it was. */
  | 'timeout-before'
  | 'timeout-after'
  /** The connection is cut. */
  | 'reset-before'
  | 'reset-after'
  /** Answers 500. */
  | 'error-before'
  | 'error-after'
  /** Answers 429, or the `status` that is named. */
  | 'limited'
  /** A page with 200 in place of JSON. */
  | 'html'
  /** The answer comes after `delayMs`. */
  | 'slow'
  /** Refuses with `code`, which may be one of the permissions' (666). */
  | 'refused'
  /** Declines with `reason`, which may be empty. */
  | 'decline'
  | 'three-d'
  /** Takes `by` cents more. */
  | 'other-amount'
  /** A gateway of another currency. */
  | 'other-currency'
  | 'test-card'
  /** The product bills again by itself. */
  | 'recurring'
  /** Searches find the order `delayMs` later. */
  | 'index-lag'
  /** A search has fewer orders than it counts. */
  | 'cut-list'
  /** The order's number is another order's, of somebody else. */
  | 'colliding-number'
  /** An order does not say which campaign it is of. */
  | 'campaign-untold'
  /** A search heeds no campaign. */
  | 'all-campaigns'
  | 'postback-lost'
  | 'postback-doubled'
  | 'postback-late'
  /** Waits until the next one has gone out. */
  | 'postback-reordered'
  /** The token stands there as it was written. */
  | 'postback-unreplaced';

export interface StickyFault {
  readonly kind: StickyFaultKind;
  /** Which method it strikes; every one it fits when absent. */
  readonly on?: string;
  /** How often it may strike; without end when absent. */
  readonly count?: number;
  readonly delayMs?: number;
  readonly status?: number;
  readonly code?: string;
  readonly reason?: string;
  readonly by?: number;
}

export interface StickyFaults {
  set(faults: readonly StickyFault[]): void;
  /** The first rule of this kind that strikes this method, and uses it up by one. */
  strikes(kind: StickyFaultKind, method?: string): StickyFault | null;
}

export function createStickyFaults(): StickyFaults {
  let rules: Array<{ fault: StickyFault; left: number }> = [];
  return {
    set: (faults) => {
      rules = faults.map((fault) => ({ fault, left: fault.count ?? Infinity }));
    },
    strikes: (kind, method) => {
      const rule = rules.find(
        ({ fault, left }) => fault.kind === kind && left > 0 && (fault.on === undefined || fault.on === method),
      );
      if (!rule) return null;
      rule.left -= 1;
      return rule.fault;
    },
  };
}
