import type { Absent, ActionNeeded, ChargeOutcome, PaymentAction } from '../outcomes.ts';
import type {
  ChargeInput,
  ChargeState,
  PaymentEntry,
  PaymentProvider,
  ProviderCapabilities,
  SentCharge,
} from '../provider.ts';

/** The payer sends coins to an address of the provider's, and says how many. */
interface AddressAction {
  readonly type: 'address';
  /** What a wallet reads. */
  readonly url: string;
}

export type ContractOutcome =
  | Exclude<ChargeOutcome, ActionNeeded>
  | (Omit<ActionNeeded, 'action'> & { readonly action: PaymentAction | AddressAction });

/** What the contract asks of a provider: as for cards, or paid by coins that are sent to an address. */
export interface ContractProvider extends Omit<PaymentProvider, 'name' | 'capabilities' | 'submit' | 'find' | 'close'> {
  readonly capabilities: Omit<ProviderCapabilities, 'entries'> & {
    readonly entries: ReadonlyArray<PaymentEntry | 'address'>;
  };
  submit(state: ChargeState, input: ChargeInput): Promise<ContractOutcome>;
  find?(sent: SentCharge, sentMsAgo: number): Promise<ContractOutcome | Absent>;
  close?(sent: SentCharge): Promise<ContractOutcome | Absent>;
}
