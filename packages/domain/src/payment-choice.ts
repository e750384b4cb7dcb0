import type { PaymentMode } from './routes/targets.ts';

export type ProviderName = 'sandbox' | 'sticky_io' | 'ccbill';
export interface ProviderChoice { readonly provider: ProviderName; readonly isHostedForm: boolean; readonly mode: PaymentMode }

export interface PaymentSettings {
  readonly is_sticky_io_enabled: boolean;
  readonly enable_ccbill_rest_api: boolean;
  readonly payment_api_version: 'v1' | 'v2';
}

/**
 * DECISIONS 21. `configured` names the providers whose credentials are there; nothing configured is the sandbox outside
 * production and no provider at all in production (null).
 */
export function chooseProvider(
  settings: PaymentSettings, configured: ReadonlySet<ProviderName>, isProduction: boolean,
): ProviderChoice | null {
  if (configured.size === 0 || (configured.size === 1 && configured.has('sandbox'))) {
    return isProduction ? null : { provider: 'sandbox', isHostedForm: false, mode: 'v2' };
  }
  if (settings.is_sticky_io_enabled && configured.has('sticky_io')) return { provider: 'sticky_io', isHostedForm: false, mode: 'stickyIo' };
  if (!configured.has('ccbill')) return null;
  const hasRest = settings.enable_ccbill_rest_api || settings.payment_api_version === 'v2';
  return hasRest
    ? { provider: 'ccbill', isHostedForm: false, mode: 'ccbillRestApi' }
    : { provider: 'ccbill', isHostedForm: true, mode: 'newRegisterPage' };
}

/** CARD-01, DECISIONS 23: declines that open the card-update flow. */
export const needsCardUpdate = (code: string | number | null | undefined): boolean => ['-23', '-24'].includes(String(code ?? ''));

/** CARD-05. */
export const mayCascade = (error: { readonly allow_cascade?: boolean | undefined }): boolean => error.allow_cascade !== false;
