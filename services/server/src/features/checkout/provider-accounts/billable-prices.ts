import { DomainError } from '@backlot/contracts';
import { formatMoney, toWire } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import { chosenProvider, entryOf } from './open-account.ts';

/** What staff are about to sell for, under the names that they know. */
export interface PricesToSave {
  /** Nothing is charged for a price of nothing. */
  readonly amounts: ReadonlyArray<{ readonly field: string; readonly minor: number }>;
  /** Of a first period after which more is charged. */
  readonly firstDays?: { readonly field: string; readonly days: number };
  /** The field of a first period that costs nothing and is charged for later: its card has to be kept without a charge. */
  readonly freeStart?: string | undefined;
  /** Of the amounts; the site's unless it is given. */
  readonly currency?: string;
  /** What is sold from the wallet as well: where fans can fill theirs, an amount that no card pays is sold all the same. */
  readonly isWalletEnough?: boolean;
}

/**
 * Refuses to save what the site's card account could never charge: a fan would only meet it at the checkout. A site whose
 * account is not filled in yet has no bounds.
 * @throws price-not-billable and period-not-billable, with the bounds, and free-start-not-billable
 */
export function requireBillablePrices(
  ctx: AppContext,
  settings: Settings,
  language: string,
  { amounts, firstDays, freeStart, currency = settings.currency, isWalletEnough = false }: PricesToSave,
): void {
  const provider = chosenProvider(ctx, settings, currency);
  if (provider === null) return;
  const { bounds, renewals } = provider.capabilities;
  const isBeyond = (minor: number): boolean => minor > 0 && (minor < bounds.minMinor || minor > bounds.maxMinor);
  const beyond = new Set(amounts.filter(({ minor }) => isBeyond(minor)).map(({ field }) => field));
  const fields = [...beyond].map((field) => ({ field, code: 'price-not-billable' }));
  if (fields.length > 0 && !(isWalletEnough && settings.is_crypto_payment_enabled)) {
    const money = (minor: number): string => formatMoney(minor, currency, language);
    throw new DomainError(
      'price-not-billable',
      { min: money(bounds.minMinor), max: money(bounds.maxMinor) },
      { fields },
    );
  }
  // A hosted page keeps a card with its first charge alone (`keepFirstCard`).
  if (freeStart !== undefined && (!provider.keepCard || entryOf(provider, settings) === 'hosted'))
    throw new DomainError(
      'free-start-not-billable',
      {},
      { fields: [{ field: freeStart, code: 'free-start-not-billable' }] },
    );
  const { firstDays: days } = bounds;
  // Where the renewals are ours a first period is as long as we say.
  if (renewals !== 'provider' || !firstDays || !days) return;
  if (firstDays.days < days.min || firstDays.days > days.max)
    throw new DomainError(
      'period-not-billable',
      { min: days.min, max: days.max },
      { fields: [{ field: firstDays.field, code: 'period-not-billable' }] },
    );
}

/** What cards can be charged, where fans can pay what lies beyond from their wallets; null where they can't, or no card is taken. */
export function cardBounds(ctx: AppContext, settings: Settings): { readonly min: number; readonly max: number } | null {
  const provider = settings.is_crypto_payment_enabled ? chosenProvider(ctx, settings, settings.currency) : null;
  if (provider === null) return null;
  const { minMinor, maxMinor } = provider.capabilities.bounds;
  return { min: toWire(minMinor), max: toWire(maxMinor) };
}

/** Whether cards are charged by another provider, or in another currency, than before: prices that it could bill this one may not. */
export function isBilledElsewhere(ctx: AppContext, before: Settings, after: Settings): boolean {
  const name = (settings: Settings) => chosenProvider(ctx, settings, settings.currency)?.name ?? null;
  return before.currency !== after.currency || name(before) !== name(after);
}
