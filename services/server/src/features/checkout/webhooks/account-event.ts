import type { ProviderEvent } from '@backlot/payments';

/** An event, and the site's account at its provider that received it. */
export interface AccountEvent<E extends ProviderEvent = ProviderEvent> {
  readonly accountId: string;
  readonly event: E;
}
