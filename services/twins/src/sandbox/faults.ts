import type { FaultedCall, FaultKind, FaultRule } from '@backlot/payments/twin-control';

export interface Faults {
  /** Replaces the rules. The seed makes a run repeat. */
  set(rules: readonly FaultRule[], seed?: number): void;
  /** The faults that strike this call, each drawn once. */
  strike(call: FaultedCall | 'webhook'): FaultRule[];
}

const webhookFaults: ReadonlySet<FaultKind> = new Set([
  'webhook-late',
  'webhook-doubled',
  'webhook-reordered',
  'webhook-lost',
]);

export function createFaults(): Faults {
  let rules: { rule: FaultRule; left: number }[] = [];
  let random = seeded(1);
  return {
    set: (next, seed = 1) => {
      rules = next.map((rule) => ({ rule, left: rule.count ?? Infinity }));
      random = seeded(seed);
    },
    strike: (call) =>
      rules
        .filter((entry) => {
          const target = webhookFaults.has(entry.rule.kind) ? 'webhook' : (entry.rule.on ?? 'charge');
          if (target !== call || entry.left <= 0 || random() >= (entry.rule.probability ?? 1)) return false;
          entry.left -= 1;
          return true;
        })
        .map((entry) => entry.rule),
  };
}

/** mulberry32: small, and the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const kinds: ReadonlySet<string> = new Set<FaultKind>([
  'timeout-before',
  'timeout-after',
  'reset-before',
  'reset-after',
  'error-before',
  'error-after',
  'slow',
  'decline',
  'other-amount',
  ...webhookFaults,
]);

const calls: ReadonlySet<string> = new Set<FaultedCall>(['charge', 'find', 'keep', 'forget', 'refund', 'report']);

/** The rules of a control call, or null when one of them means nothing: a typo must not switch off a test. */
export function readFaultRules(value: unknown): FaultRule[] | null {
  if (!Array.isArray(value)) return null;
  const known = value.every((rule) => {
    const { kind, probability, count, delayMs, code, by, on } = (rule ?? {}) as Record<string, unknown>;
    return (
      typeof kind === 'string' &&
      kinds.has(kind) &&
      [probability, count, delayMs].every(
        (number) => number === undefined || (typeof number === 'number' && number >= 0),
      ) &&
      (by === undefined || Number.isSafeInteger(by)) &&
      (code === undefined || typeof code === 'string') &&
      (on === undefined || (typeof on === 'string' && calls.has(on)))
    );
  });
  return known ? (value as FaultRule[]) : null;
}
