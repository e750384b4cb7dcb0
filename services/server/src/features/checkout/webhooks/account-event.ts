import type { ProviderEvent } from '@backlot/payments';

/** An event, and the site's account at its provider that received it. */
export interface AccountEvent<E extends ProviderEvent = ProviderEvent> {
  readonly accountId: string;
  readonly event: E;
}

/** An event of a webhook's; a line of a report is not counted. */
export interface AccountNews<E extends ProviderEvent = ProviderEvent> extends AccountEvent<E> {
  /** The same when it is applied once more, as after a crash. */
  readonly newsId: string;
}
