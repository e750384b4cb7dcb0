import type { Settings } from '@backlot/domain/settings';
import { createForumpayClient, type ForumpayClient } from '@backlot/payments/forumpay/client';
import {
  chooseForumpay,
  forumpayAt,
  type ForumpayHost,
  type ForumpaySettings,
  type ForumpayTwinAt,
} from '@backlot/payments/forumpay/hosts';
import type { AppContext } from '../../context.ts';
import type { CryptoPaymentRow } from './crypto-rows.ts';

export interface OpenForumpay {
  readonly host: ForumpayHost;
  readonly posId: string;
  readonly client: ForumpayClient;
}

/** Where this site's fans pay now; null where they cannot. */
export function openForumpay(ctx: AppContext, settings: Settings): OpenForumpay | null {
  if (!settings.is_crypto_payment_enabled) return null;
  const chosen = chooseForumpay(filledIn(ctx, settings), twinOf(ctx));
  return (
    chosen && {
      host: chosen.host,
      posId: chosen.account.posId,
      client: createForumpayClient(chosen.account, timeLimitOf(ctx)),
    }
  );
}

/** Where a payment was begun, also when the site pays elsewhere by now, or nowhere. */
export function forumpayOf(
  ctx: AppContext,
  settings: Settings,
  { host, pos_id: posId }: Pick<CryptoPaymentRow, 'host' | 'pos_id'>,
): ForumpayClient | null {
  const account = forumpayAt(host, posId, filledIn(ctx, settings), twinOf(ctx));
  return account && createForumpayClient(account, timeLimitOf(ctx));
}

const filledIn = ({ secrets }: AppContext, settings: Settings): ForumpaySettings => ({
  enable_forumpay_payment_live_mode: settings.enable_forumpay_payment_live_mode,
  'forumpay_settings.user': opened(secrets, settings['forumpay_settings.user']),
  'forumpay_settings.secret': opened(secrets, settings['forumpay_settings.secret']),
  'forumpay_settings.pos_id': opened(secrets, settings['forumpay_settings.pos_id']),
});

/** A secret setting is sealed in its row, and empty while nobody filled it in. */
const opened = (secrets: AppContext['secrets'], value: unknown): string =>
  typeof value === 'object' && value !== null && 'sealed' in value ? secrets.unseal(String(value.sealed)) : '';

const twinOf = ({ config: { sandbox } }: AppContext): ForumpayTwinAt =>
  sandbox && { url: sandbox.url, user: 'sandbox', secret: sandbox.apiKey };

const timeLimitOf = ({ config }: AppContext): number => config.sandbox?.timeLimitMs ?? 10_000;
