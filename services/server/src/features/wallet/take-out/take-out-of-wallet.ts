import { DomainError, type Answer, type BodyOf } from '@backlot/contracts';
import type { takeOutOfWallet as takeOutCall } from '@backlot/contracts/wallet';
import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { fromWire, toWire } from '@backlot/domain/money/money';
import { v7 } from 'uuid';
import { actOf } from '../../../act.ts';
import type { CallRequest } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import { findPerson } from '../../accounts/index.ts';
import { recordBeside } from '../../checkout/index.ts';
import { coinProvider, endReturn, holdReturn, type HeldReturn } from '../../crypto/index.ts';
import { lockBuyer, takeOut, walletOf } from '../../ledger/index.ts';
import { addTakeOut, findAsked, type WalletTakeOutRow } from './take-out-rows.ts';

type Body = BodyOf<typeof takeOutCall>;
type Data = Answer<typeof takeOutCall>['data'];

/**
 * Staff take money out of a fan's wallet that went back to the fan, with what shows it: of coins that the provider returned,
 * or that were spent twice, as much as was credited for them, where some was spent the fan owes that; else no more than is there. Wallet, books, the
 * open item and the mail are one transaction. The same key, or without keys the same act again at once, is one.
 * @throws not-found, invalid-request, open-item-settled, idempotency-key-reused, unavailable on the schema of the version before
 */
export async function takeOutOfWallet(ctx: AppContext, request: CallRequest<typeof takeOutCall>): Promise<Data> {
  const { tenant, body } = request;
  const evidence = body.evidence.trim();
  if (evidence === '') throw wrong('evidence', 'evidence-required');
  const amountMinor = fromWire(body.amount);
  if (amountMinor === null || amountMinor <= 0) throw wrong('amount', 'minimum');
  try {
    return await ctx.database.tenants.write(tenant, (db) => take(db, request, { amountMinor, evidence }));
  } catch (error) {
    throw isUndefinedTable(error) ? new DomainError('unavailable') : error;
  }
}

async function take(
  db: TenantDb,
  { actor, body, idempotencyKey: key, now }: CallRequest<typeof takeOutCall>,
  { amountMinor, evidence }: { readonly amountMinor: number; readonly evidence: string },
): Promise<Data> {
  const { user_id: userId, currency, through } = body;
  if ((await findPerson(db, userId)) === null) throw new DomainError('not-found');
  await lockBuyer(db, userId);
  const asked = { userId, takenBy: actor.trueAuthor, key, hash: actOf('wallet-take-out', body) };
  const earlier = await findAsked(db, asked, now);
  if (earlier !== null) return present(db, earlier);
  const returned = await returnOf(db, body, now);
  const { balanceMinor } = await walletOf(db, userId, currency);
  if (amountMinor > (returned?.leftMinor ?? balanceMinor)) throw wrong('amount', 'maximum');
  const row: WalletTakeOutRow = {
    id: v7(),
    user_id: userId,
    amount_minor: amountMinor,
    owed_minor: Math.max(0, amountMinor - balanceMinor),
    currency,
    through,
    coin_return_id: returned?.id ?? null,
    evidence,
    taken_by: asked.takenBy,
    taken_at: now,
    request_key: key,
    request_hash: asked.hash,
  };
  await addTakeOut(db, row);
  const provider = through === 'coins' ? coinProvider : null;
  await takeOut(db, { id: row.id, userId, amountMinor, currency, provider, at: now });
  if (returned !== null) {
    await endReturn(db, returned.id, amountMinor, now);
    await recordBeside(
      db,
      { asked: { decision: 'taken_out' }, by: { userId: asked.takenBy, evidence }, now },
      { kind: returned.kind, userId, amountMinor, currency, cryptoPaymentId: returned.paymentId },
    );
  }
  await mailLater(db, 'wallet-taken-out', userId, {
    amountMinor,
    currency,
    through,
    owedMinor: row.owed_minor,
    isSpentTwice: returned?.kind === 'crypto_double_spent' ? 1 : 0,
  });
  return present(db, row);
}

/** Coins that are the payer's again, where it is for such. @throws not-found, open-item-settled, invalid-request */
async function returnOf(
  db: TenantDb,
  { user_id: userId, item_id: id, currency, through }: Body,
  now: Date,
): Promise<HeldReturn | null> {
  if (id === undefined) return null;
  const found = await holdReturn(db, id, now);
  if (found === null || found.userId !== userId) throw new DomainError('not-found');
  if (found.isSettled) throw new DomainError('open-item-settled');
  if (found.currency !== currency) throw wrong('currency', 'enum');
  if (through !== 'coins') throw wrong('through', 'enum');
  return found;
}

const wrong = (field: string, code: string): DomainError =>
  new DomainError('invalid-request', {}, { fields: [{ field, code }] });

async function present(db: TenantDb, row: WalletTakeOutRow): Promise<Data> {
  const { balanceMinor, owedMinor } = await walletOf(db, row.user_id, row.currency);
  return {
    _id: row.id,
    amount: toWire(row.amount_minor),
    owed_for_it: toWire(row.owed_minor),
    currency: row.currency,
    balance: toWire(balanceMinor),
    owed: toWire(owedMinor),
  };
}
