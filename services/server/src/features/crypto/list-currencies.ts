import { sql } from '@backlot/database/sql';
import { DomainError } from '@backlot/contracts';
import type { CryptoCurrency } from '@backlot/contracts/crypto';
import { shareOf, type Decimal } from '@backlot/domain/money/decimal';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { lastUsedCurrency } from './crypto-rows.ts';
import { requireForumpay } from './quote-payment.ts';

/** @throws crypto-unavailable, also when the provider tells of no currency now (WAL-26) */
export async function listCurrencies(ctx: AppContext, tenant: Tenant, actor: Actor): Promise<CryptoCurrency[]> {
  const settings = await ctx.settings.of(tenant);
  const { client } = requireForumpay(ctx, tenant, settings);
  const answer = await client.currencies(settings.currency);
  if (answer.kind !== 'told' || answer.value.length === 0) {
    ctx.log.error({ answer: answer.kind === 'told' ? 'empty' : answer }, 'no crypto currencies can be listed');
    throw new DomainError('crypto-unavailable');
  }
  const { coin: lastUsed } = await ctx.database.tenants.read(tenant, (db) =>
    sql<{ coin: string | null }>`select ${lastUsedCurrency(actor.userId)} as coin`.one(db),
  );
  return answer.value
    .map(({ currency, description, minimum, maximum }) => ({
      currency,
      description,
      minimum_amount: minimum && dollarsOf(minimum),
      maximum_amount: maximum && dollarsOf(maximum),
    }))
    .sort((a, b) => Number(b.currency === lastUsed) - Number(a.currency === lastUsed));
}

const dollarsOf = (amount: Decimal): number => shareOf(100, amount, { units: 1n, scale: 0 }) / 100;
