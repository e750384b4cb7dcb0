import type { Confirmation } from '../outcomes.ts';
import type { SentCharge } from '../provider.ts';
import type { ProviderEvent } from '../webhook.ts';
import type { DataLink } from './data-link.ts';
import type { Status } from './read-data-link.ts';
import { subscriptionOf } from './read-notice.ts';
import { isSoldAsAsked } from './sold-terms.ts';

const refuted: Confirmation = { kind: 'refuted' };

/**
 * Whether what a notice tells is so. CCBill's status knows that and how often something happened, and no amounts: those are
 * the notice's own, and are held against what was asked for, as its terms are here: the payer may have changed them in the
 * form's address. A sale that can't be looked up now is plausible when it carries the reservation that only its own form was
 * given. One that names another subaccount paid somebody else.
 */
export async function confirmNotice(
  dataLink: DataLink,
  event: ProviderEvent,
  sent: SentCharge | null,
): Promise<Confirmation> {
  const { providerRef, seriesRef = providerRef && subscriptionOf(providerRef) } = event.about;
  if (seriesRef === undefined) return refuted;
  const isSale = event.type === 'charge';
  if (isSale && (!carriesReservation(event, sent) || event.evidence?.['subAccount'] === 'other')) return refuted;
  const isAsAsked = !isSale || isSoldAsAsked(event.evidence ?? {}, sent?.state ?? {});
  const found = await dataLink.status(seriesRef);
  if (found.kind === 'status')
    return isSo(event, found.status) ? { kind: isAsAsked ? 'confirmed' : 'terms-differ' } : refuted;
  if (found.kind === 'absent') return refuted;
  if (isSale && isAsAsked && event.evidence?.['digest'] !== 'differs') return { kind: 'plausible' };
  return found.kind === 'refused' ? { kind: 'unknown', cause: 'provider-error' } : found;
}

const carriesReservation = ({ evidence }: ProviderEvent, sent: SentCharge | null): boolean =>
  sent !== null &&
  typeof sent.state['reservation'] === 'string' &&
  sent.state['reservation'] !== '' &&
  sent.state['reservation'] === evidence?.['reservation'];

function isSo(event: ProviderEvent, { state, timesRebilled, refunds, voids, chargebacks }: Status): boolean {
  switch (event.type) {
    case 'charge':
      return event.outcome.kind === 'succeeded';
    case 'series-renewed':
      return timesRebilled > 0;
    case 'series-failed':
      return true;
    case 'series-moved':
      return state === 'recurring';
    case 'series-cancelled':
      return state !== 'recurring';
    case 'series-expired':
    case 'returned-payment':
      return state === 'inactive';
    case 'refund':
      return refunds > 0;
    case 'void':
      return voids > 0;
    case 'chargeback':
      return chargebacks > 0;
    default:
      return false;
  }
}
