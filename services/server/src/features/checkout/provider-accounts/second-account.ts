import type { Settings } from '@backlot/domain/settings';
import type { PaymentProvider, SeriesTerms } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import { credentialsIn } from './credentials.ts';
import type { chosenFor } from './open-account.ts';

/**
 * The other provider that a site named, with what staff filled in for it; null where it can't be used. A bank that refuses
 * a charge by one acquirer often accepts it by another, so a soft decline need not be a lost fan.
 */
export function secondFor(ctx: AppContext, settings: Settings): ReturnType<typeof chosenFor> {
  const driver = ctx.providers.second(settings);
  const credentials = driver && credentialsIn(ctx, settings, driver);
  return driver && credentials && { driver, credentials };
}

/** The same, opened without an account of ours: to ask what it can do. */
export function secondProvider(ctx: AppContext, settings: Settings, currency: string): PaymentProvider | null {
  const second = secondFor(ctx, settings);
  return second && second.driver.open({ id: '', currency, credentials: second.credentials });
}

/** Whether an account can charge this much in this currency, and what follows where it would charge that by itself. */
export function canBill(
  { capabilities: { bounds, currencies, renewals } }: PaymentProvider,
  { amountMinor, currency }: { readonly amountMinor: number; readonly currency: string },
  series: SeriesTerms | undefined,
): boolean {
  const isWithin = (minor: number): boolean => minor >= bounds.minMinor && minor <= bounds.maxMinor;
  if (!isWithin(amountMinor) || currencies?.includes(currency) === false) return false;
  if (renewals !== 'provider' || series === undefined) return true;
  const { firstDays: days } = bounds;
  return isWithin(series.laterMinor) && (!days || (series.firstDays >= days.min && series.firstDays <= days.max));
}
