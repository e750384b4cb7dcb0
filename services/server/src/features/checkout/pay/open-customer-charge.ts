import { DomainError, type CallDefinition } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import type { Settings } from '@backlot/domain/settings';
import type { ChargeSource, PaymentEntry, PaymentProvider } from '@backlot/payments';
import type { CallRequest } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import type { TypedCard } from '../cards/card-payment.ts';
import {
  chosenProvider,
  entryOf,
  openChosenAccount,
  requireBillable,
  type OpenedAccount,
} from '../provider-accounts/open-account.ts';
import type { Draft } from '../sellable.ts';
import type { AccountRow, InstrumentRow, IntentRow } from '../tables.ts';
import { openCharge, type OpenCharge } from './charge.ts';

interface CustomerCharge {
  readonly intent: IntentRow;
  readonly draft: Draft;
  readonly card: TypedCard | null;
  readonly settings: Settings;
  /** Null where nobody has looked, or there is none. */
  readonly active: AccountRow | null;
  readonly stored: InstrumentRow | null;
  readonly request: Pick<CallRequest<CallDefinition>, 'pageBase' | 'language'>;
}

/**
 * Records a charge that the buyer makes, with the card that they typed or that is stored.
 * @throws card-required, also for a card that was typed where the account has no field; payments-not-configured and
 * amount-not-billable
 */
export async function openCustomerCharge(
  ctx: AppContext,
  db: TenantDb,
  { intent, draft, card, settings, active, stored: known, request }: CustomerCharge,
): Promise<OpenCharge> {
  const opened = await openChosenAccount(ctx, db, settings, intent.currency, active ?? undefined);
  const means = { card, stored: usableBy(opened.provider, known), entry: entryOf(opened.provider, settings) };
  return chargeBuyer(db, opened, { intent, following: draft, request, ...means });
}

interface BuyersCharge extends Pick<CustomerCharge, 'intent' | 'card' | 'stored' | 'request'> {
  readonly following: Pick<Draft, 'isRecurring' | 'series'>;
  readonly entry: PaymentEntry;
}

/** The same by an account that is open. @throws card-required and amount-not-billable */
export async function chargeBuyer(
  db: TenantDb,
  opened: OpenedAccount,
  { intent, following, card, stored, entry, request }: BuyersCharge,
): Promise<OpenCharge> {
  // The site has moved to an account with a page of its own, and the sender has not heard of it, or made the token up.
  if (card !== null && !opened.provider.capabilities.entries.includes('field')) throw new DomainError('card-required');
  const series = opened.provider.capabilities.renewals === 'provider' ? following.series : undefined;
  requireBillable(opened.provider, intent.amount_minor, ...(series ? [series.laterMinor] : []));
  const source = sourceOf(card, stored, entry);
  return openCharge(
    db,
    opened,
    // A card that is typed, here or on the provider's page, is used from then on.
    { intent_id: intent.id, instrument_id: stored?.id ?? null, makes_primary: stored === null },
    {
      amountMinor: intent.amount_minor,
      currency: intent.currency,
      recurring: following.isRecurring,
      initiator: 'customer',
      descriptor: intent.quote.descriptor,
      source,
      returnUrl: `${request.pageBase}/payment/${intent.id}`,
      locale: request.language,
      ...(card ? { customer: card.customer } : {}),
      ...(series ? { series } : {}),
    },
  );
}

/**
 * Whether a charge without a typed card would lead its payer to the provider's page, where they type one. `stored` is the
 * card on file with the account that takes this currency. Opens nothing and asks nobody.
 */
export function isTypedOnPage(
  ctx: AppContext,
  settings: Settings,
  currency: string,
  stored: InstrumentRow | null,
): boolean {
  const provider = chosenProvider(ctx, settings, currency);
  return provider !== null && usableBy(provider, stored) === null && entryOf(provider, settings) === 'hosted';
}

const usableBy = ({ capabilities }: PaymentProvider, stored: InstrumentRow | null): InstrumentRow | null =>
  capabilities.storedInstruments ? stored : null;

/** A card on file, with what names the agreement to charge it. */
export const storedSource = (card: InstrumentRow): ChargeSource => ({
  kind: 'stored',
  instrumentId: card.provider_instrument,
  ...(card.network_transaction_id ? { networkTransactionId: card.network_transaction_id } : {}),
});

/** @throws card-required */
function sourceOf(card: TypedCard | null, stored: InstrumentRow | null, entry: PaymentEntry): ChargeSource {
  if (card) return { kind: 'token', token: card.token };
  if (stored) return storedSource(stored);
  if (entry === 'hosted') return { kind: 'hosted' };
  throw new DomainError('card-required');
}
