import { DomainError, type BodyOf } from '@backlot/contracts';
import type * as calls from '@backlot/contracts/provider-statements';
import type { TenantDb } from '@backlot/database';
import { isUndefinedColumn } from '@backlot/database/is-undefined-column';
import { dayIn, monthBounds } from '@backlot/domain/formats/dates';
import { dayMs } from '@backlot/domain/formats/when';
import { v7 } from 'uuid';
import { actOf } from '../../../act.ts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findPeople } from '../../accounts/index.ts';
import { bookProviderStatement } from '../../ledger/index.ts';
import { bookedOf, figuresOf } from './stated-figures.ts';
import {
  addStatement,
  findAsked,
  findEntered,
  findSame,
  isTakenBack,
  lockAccount,
  type StatedAccount,
} from './statement-rows.ts';
import type { ProviderStatementRow } from './tables.ts';

interface StaffCall<B> {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly body: B;
  readonly idempotencyKey: string | null;
  readonly now: Date;
}

/**
 * Books what a provider's own statement says of a month, into that month. The same key, or without keys the same figures
 * again at once, is one entry (DECISIONS 46). Figures that count already, whoever entered them, are booked only if asked again.
 * @throws not-found, invalid-request, idempotency-key-reused, statement-entered, unavailable on the schema of the version before
 */
export async function recordStatement(
  ctx: AppContext,
  { tenant, actor, body, idempotencyKey: key, now }: StaffCall<BodyOf<typeof calls.recordProviderStatement>>,
): Promise<{ readonly _id: string }> {
  const { timezone, currency } = await ctx.settings.of(tenant);
  const figures = figuresOf(body);
  const note = noteOf(body.note);
  if (body.month > dayIn(now, timezone).slice(0, 7)) throw wrong('month', 'maximum');
  const enteredBy = actor.trueAuthor;
  const hash = actOf('provider-statement', body);
  const entering = ctx.database.tenants.write(tenant, async (db) => {
    const account = await lockAccount(db, body.account_id, { coinBooks: ctx.coinBooks, currency });
    if (account === null) throw new DomainError('not-found');
    const earlier = await findAsked(db, { account, enteredBy, key, hash }, now);
    if (earlier !== null) return { _id: earlier.id };
    const same = body.again === true ? null : await findSame(db, account, `${body.month}-01`, figures);
    if (same !== null) throw await alreadyEntered(db, same, { language: actor.language, timeZone: timezone });
    const row: ProviderStatementRow = {
      id: v7(),
      ...account.named,
      month: `${body.month}-01`,
      ...figures,
      currency: account.currency,
      note,
      entered_by: enteredBy,
      entered_at: now,
      takes_back_id: null,
      request_key: key,
      request_hash: hash,
    };
    await enter(db, row, account, timezone);
    return { _id: row.id };
  });
  return entering.catch((error: unknown) => {
    throw isUndefinedColumn(error) ? new DomainError('unavailable') : error;
  });
}

/**
 * Takes back what was entered by mistake: its opposite is booked into the same month, and both stay.
 * @throws not-found, invalid-request, open-item-settled where it was taken back before
 */
export async function takeBackStatement(
  ctx: AppContext,
  { tenant, actor, body, now }: Omit<StaffCall<BodyOf<typeof calls.takeBackProviderStatement>>, 'idempotencyKey'>,
): Promise<void> {
  const { timezone } = await ctx.settings.of(tenant);
  const note = noteOf(body.note);
  await ctx.database.tenants.write(tenant, async (db) => {
    const entered = await findEntered(db, body.id);
    if (entered === null) throw new DomainError('not-found');
    const account = await lockAccount(db, entered.account_id ?? entered.crypto_account_id!, {
      coinBooks: ctx.coinBooks,
      currency: entered.currency,
    });
    if (account === null) throw new DomainError('not-found');
    if (await isTakenBack(db, entered.id)) throw new DomainError('open-item-settled');
    const row: ProviderStatementRow = {
      ...entered,
      id: v7(),
      note,
      entered_by: actor.trueAuthor,
      entered_at: now,
      takes_back_id: entered.id,
      request_key: null,
      request_hash: actOf('take-back', body),
    };
    await enter(db, row, account, timezone);
  });
}

async function enter(db: TenantDb, row: ProviderStatementRow, account: StatedAccount, timeZone: string): Promise<void> {
  await addStatement(db, row);
  const { to } = monthBounds(row.month.slice(0, 7), timeZone);
  await bookProviderStatement(db, {
    id: row.id,
    provider: account.provider,
    currency: row.currency,
    figures: bookedOf(row),
    // Noon of its month's last day, which stays within the month if the site moves to another zone; or now while that has not come.
    at: new Date(Math.min(to.getTime() - dayMs / 2, row.entered_at.getTime())),
    takesBackId: row.takes_back_id,
  });
}

async function alreadyEntered(
  db: TenantDb,
  same: ProviderStatementRow,
  { language, timeZone }: { readonly language: string; readonly timeZone: string },
): Promise<DomainError> {
  const person = (await findPeople(db, [same.entered_by])).get(same.entered_by);
  const name = person?.name || person?.email || '';
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(same.entered_at);
  return new DomainError('statement-entered', { name, date });
}

function noteOf(text: string): string {
  const note = text.trim();
  if (note === '') throw wrong('note', 'required');
  return note;
}

const wrong = (field: string, code: string): DomainError =>
  new DomainError('invalid-request', {}, { fields: [{ field, code }] });
