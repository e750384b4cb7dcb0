import type { ChargeOutcome, FoundCharge } from '../outcomes.ts';
import type { ChargeInput, PaymentProvider } from '../provider.ts';
import { createSandboxDriver, type SandboxOptions } from '../sandbox.ts';

/** The sandbox for a test that has no rows: a charge is prepared and sent at once, and looked for by its reference. */
export interface OpenSandbox extends PaymentProvider {
  charge(input: ChargeInput): Promise<ChargeOutcome>;
  look(reference: string, sentMsAgo?: number): Promise<FoundCharge>;
}

export function openSandbox(options: SandboxOptions): OpenSandbox {
  const provider = createSandboxDriver(options).open({ id: 'account-1', currency: 'USD', credentials: {} });
  return {
    ...provider,
    charge: (input) => provider.submit(provider.prepare(input), input),
    look: (reference, sentMsAgo = 0) => provider.find!({ reference, state: {} }, sentMsAgo),
  };
}
