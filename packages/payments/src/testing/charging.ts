import type { ChargeOutcome, Instrument } from '../outcomes.ts';
import type { ChargeInput, PaymentProvider } from '../provider.ts';
import type { ProviderUnderTest } from './contract-tests.ts';
import { webhookOf } from './webhook-contract.ts';

/** A charge in its steps, as a caller takes them. */
export async function chargeBy(provider: PaymentProvider, input: ChargeInput): Promise<ChargeOutcome> {
  const state = provider.prepare(input);
  const arranged = (await provider.arrange?.(state, input)) ?? { kind: 'arranged', state };
  return arranged.kind === 'arranged' ? provider.submit(arranged.state, input) : arranged;
}

/** The card that a charge was made with: of its answer, or of its webhook where the answer tells of none. */
export async function instrumentOf(
  world: ProviderUnderTest,
  provider: PaymentProvider,
  input: ChargeInput,
): Promise<Instrument> {
  const outcome = await chargeBy(provider, input);
  if (outcome.kind !== 'succeeded') throw new Error(outcome.kind);
  if (outcome.instrument) return outcome.instrument;
  const verdict = provider.readWebhook(webhookOf(await world.webhook(input.reference)));
  const told = verdict.ok ? verdict.events[0] : undefined;
  if (told?.type !== 'charge' || told.outcome.kind !== 'succeeded') throw new Error('no card was told of');
  return told.outcome.instrument!;
}
