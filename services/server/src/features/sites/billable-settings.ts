import { minorOf } from '@backlot/domain/money/money';
import { followedBy, type Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { isBilledElsewhere, requireBillablePrices } from '../checkout/index.ts';

/** What a change makes of the settings. */
interface Change {
  readonly before: Settings;
  readonly after: Settings;
  /** What the site has set itself then. */
  readonly own: Readonly<Record<string, unknown>>;
  readonly changedKeys: readonly string[];
}

/**
 * Prices that change now, and all of them where another account is to bill them; those of before are charged as long as
 * they can be. A price that follows another is told of as that one. The bounds of posts' prices count only as they
 * are set: each post is looked at when it is saved.
 * @throws what `requireBillablePrices` refuses, with the prices that are out of range as its fields
 */
export function requireBillableSettings(
  ctx: AppContext,
  { locale }: Tenant,
  { before, after, own, changedKeys }: Change,
): void {
  const isElsewhere = isBilledElsewhere(ctx, before, after);
  const amountsOf = (keys: readonly (typeof prices | typeof postBounds)[number][]) =>
    keys.map((key) => ({ field: key, minor: minorOf(after[key]) }));
  const amounts = amountsOf(
    prices.filter((key) => changedKeys.includes(key) || (isElsewhere && followedBy(key, own) === null)),
  );
  const freeStart = freeStartIn(after, own, isElsewhere ? prices : changedKeys);
  if (amounts.length > 0 || freeStart) requireBillablePrices(ctx, after, locale, { amounts, freeStart });
  const bounds = amountsOf(postBounds.filter((key) => changedKeys.includes(key)));
  if (bounds.length > 0) requireBillablePrices(ctx, after, locale, { amounts: bounds, isWalletEnough: true });
}

/** The setting by which a membership begins free of charge and is paid for later, where one of these makes it so. */
function freeStartIn(after: Settings, own: Change['own'], keys: readonly string[]): string | undefined {
  const isFreeBy = ({ later, isFree }: (typeof freeStarts)[number]): boolean => isFree(after) && after[later] > 0;
  if (keys.includes('card_entry') && freeStarts.some(isFreeBy)) return 'card_entry';
  return (
    freeStarts
      .filter(isFreeBy)
      .flatMap(({ first, later }) => [first, later])
      .map((key) => (keys.includes(key) ? key : followedBy(key, own)))
      .find((key) => key !== null && keys.includes(key)) ?? undefined
  );
}

const freeStarts = [
  {
    first: 'membership_price',
    later: 'recurring_membership_price',
    isFree: (after: Settings) => after.membership_price === 0,
  },
  {
    first: 'returning_membership_price',
    later: 'returning_recurring_membership_price',
    isFree: (after: Settings) => after.returning_membership_price === 0,
  },
  {
    first: 'resubscribe_offer.give_free_month_subscription',
    later: 'resubscribe_offer.recurring_price',
    isFree: (after: Settings) => after['resubscribe_offer.give_free_month_subscription'] > 0,
  },
] as const;

const prices = [
  'membership_price',
  'recurring_membership_price',
  'returning_membership_price',
  'returning_recurring_membership_price',
  'resubscribe_offer.recurring_price',
] as const;

const postBounds = ['content_unlock_minimum_amount', 'content_unlock_maximum_amount'] as const;
