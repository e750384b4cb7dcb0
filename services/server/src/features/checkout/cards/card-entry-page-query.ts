import { queryKeys } from '@backlot/contracts/bootstrap';
import type { AppContext } from '../../../context.ts';
import type { PageQuery, PageRequest } from '../../../feature.ts';
import { cardTaking } from '../provider-accounts/open-account.ts';

/** Where somebody who is logged in types a card, on every page: an order may open on any of them. */
export async function cardEntryPageQuery(
  ctx: AppContext,
  { tenant, actor }: PageRequest,
): Promise<readonly PageQuery[]> {
  if (actor === null) return [];
  const taking = cardTaking(ctx, await ctx.settings.of(tenant));
  return taking === null ? [] : [{ key: queryKeys.cardEntry(tenant.id), data: taking }];
}
