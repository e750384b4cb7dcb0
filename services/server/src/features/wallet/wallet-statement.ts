import { DomainError } from '@backlot/contracts';
import type { WalletLine, WalletMove, WalletStatement } from '@backlot/contracts/wallet';
import { toWire } from '@backlot/domain/money/money';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPerson } from '../accounts/index.ts';
import { purchasesOfCauses, type CausePurchase } from '../checkout/index.ts';
import { listMoves, otherWallets, walletOf, type WalletMoved } from '../ledger/index.ts';

const pageSize = 25;

/** A fan's wallet in the site's currency, a page of what moved it, and what there is in currencies that the site had before. */
export async function walletStatement(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  after: string | null,
): Promise<WalletStatement> {
  const { currency } = await ctx.settings.of(tenant);
  return ctx.database.tenants.read(tenant, async (db) => {
    const { balanceMinor, owedMinor } = await walletOf(db, userId, currency);
    const others = await otherWallets(db, userId, currency);
    const moves = await listMoves(db, { userId, currency, after, limit: pageSize + 1 });
    const page = moves.slice(0, pageSize);
    const purchases = await purchasesOfCauses(
      db,
      page.map(({ causeId }) => causeId),
    );
    return {
      currency,
      balance: toWire(balanceMinor),
      owed: toWire(owedMinor),
      others: others.map((other) => ({
        currency: other.currency,
        balance: toWire(other.balanceMinor),
        owed: toWire(other.owedMinor),
      })),
      lines: page.map((move) => presentMove(move, purchases.get(move.causeId) ?? null)),
      next: moves.length > pageSize ? page.at(-1)!.id : null,
    };
  });
}

/** The same for staff. @throws not-found for somebody who is not on this site */
export async function fanWalletStatement(ctx: AppContext, tenant: Tenant, userId: string, after: string | null) {
  if ((await ctx.database.tenants.read(tenant, (db) => findPerson(db, userId))) === null)
    throw new DomainError('not-found');
  return walletStatement(ctx, tenant, userId, after);
}

const moveOf = ({ kind }: WalletMoved): WalletMove => {
  switch (kind) {
    case 'sale':
      return 'spent';
    case 'refund':
    case 'wallet_given_back':
      return 'returned';
    case 'wallet_taken_back':
      return 'taken_back';
    case 'wallet_taken_out':
      return 'taken_out';
    case 'debt_settled':
      return 'settled';
    default:
      return 'added';
  }
};

const presentMove = (move: WalletMoved, purchase: CausePurchase | null): WalletLine => ({
  _id: move.id,
  kind: moveOf(move),
  date: move.at.toISOString(),
  amount: toWire(move.walletMinor),
  owed: toWire(move.owedMinor),
  sold: purchase?.sold ?? null,
  title: purchase?.title ?? null,
  content_id: purchase?.contentId ?? null,
  intent_id: purchase?.intentId ?? null,
});
