import type { Instrument } from '../outcomes.ts';
import type { ChargeInput, ChargeState, SentCharge } from '../provider.ts';
import { chargeInput } from './charge-inputs.ts';
import type { ContractOutcome, ContractProvider } from './contract-provider.ts';
import type { ProviderUnderTest } from './contract-tests.ts';
import { webhookOf } from './webhook-of.ts';

/** Whether it takes cards, in whatever field or page; otherwise payers send what they pay to an address. */
export const takesCards = ({ capabilities }: ContractProvider): boolean =>
  capabilities.entries.some((entry) => entry !== 'address');

/** A charge that goes through, as soon as its payer does what there is to do. */
export const goodInput = async (world: ProviderUnderTest, provider: ContractProvider): Promise<ChargeInput> =>
  chargeInput(takesCards(provider) ? { kind: 'token', token: await world.token('approved') } : { kind: 'hosted' });

/** As a caller stores them. */
const states = new WeakMap<ChargeInput, ChargeState>();

/** A charge in its steps, as a caller takes them. */
export async function chargeBy(provider: ContractProvider, input: ChargeInput): Promise<ContractOutcome> {
  const state = provider.prepare(input);
  const arranged = (await provider.arrange?.(state, input)) ?? { kind: 'arranged', state };
  if (arranged.kind !== 'arranged') return arranged;
  states.set(input, arranged.state);
  const outcome = await provider.submit(arranged.state, input);
  if ('state' in outcome && outcome.state) states.set(input, outcome.state);
  return outcome;
}

/** What a charge is found by, also where it was never sent. */
export const sentOf = (provider: ContractProvider, input: ChargeInput): SentCharge => ({
  reference: input.reference,
  state: states.get(input) ?? provider.prepare(input),
});

/** The card that a charge was made with: of its answer, or of its webhook where the answer tells of none. */
export async function instrumentOf(
  world: ProviderUnderTest,
  provider: ContractProvider,
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
