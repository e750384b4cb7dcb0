import { DomainError } from '@backlot/contracts';
import type { Settings } from '@backlot/domain/settings';
import type { CardField, CardFieldRequest, PaymentProvider, ProviderDriver } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import { mayTakeCards } from '../../../sites/card-field-origins.ts';

/** The setting that names the page where cards are typed. */
const setting = 'sticky_io_card_field_url';

/**
 * Where a card is typed for an account.
 * @throws payments-not-configured where its provider has no field, or the operator allows none there
 */
export function cardFieldOf(
  { config }: Pick<AppContext, 'config'>,
  provider: PaymentProvider,
  request: CardFieldRequest,
): CardField {
  const field = provider.cardField?.(request);
  if (field === undefined || !mayTakeCards(config, field.origin)) throw new DomainError('payments-not-configured');
  return field;
}

/** The settings of a provider that name a field which the operator does not allow, or no longer does. */
export const forbiddenFieldIn = (
  { config }: Pick<AppContext, 'config'>,
  settings: Settings,
  { credentials }: Pick<ProviderDriver, 'credentials'>,
): readonly string[] =>
  Object.values(credentials).some((credential) => credential.setting === setting) && isForbidden(config, settings)
    ? [setting]
    : [];

/** Refuses to save an address that the operator does not allow. @throws card-page-not-allowed */
export function requireAllowedCardField({ config }: Pick<AppContext, 'config'>, settings: Settings): void {
  if (!isForbidden(config, settings)) return;
  const code = 'card-page-not-allowed';
  const origin = URL.parse(settings[setting])?.origin ?? settings[setting];
  throw new DomainError(code, { origin }, { fields: [{ field: setting, code }] });
}

const isForbidden = (config: AppContext['config'], { [setting]: address }: Settings): boolean =>
  address !== '' && !mayTakeCards(config, address);
