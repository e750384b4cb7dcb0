import { DomainError } from '@backlot/contracts';
import { monthBounds } from '@backlot/domain/formats/dates';
import { saleKindText } from '@backlot/domain/formats/row-texts';
import { ledgerAccountText, movementText, soldText } from '@backlot/domain/formats/statement-texts';
import { toWire } from '@backlot/domain/money/money';
import type { ExportList } from '../../exports/index.ts';
import { listAllEntries, type FiledRow } from './entry-rows.ts';
import { behind } from './list-lines.ts';

/** Every entry of a month as an accountant reads them: a transaction's debits are its credits, by its id. */
export const statementExport: ExportList = {
  head: ({ labels: { t, timed } }) => [
    t('statement-account'),
    t('statement-of'),
    timed('column-date'),
    t('transactions-kind'),
    t('statement-transaction'),
    t('statement-payment'),
    t('column-what'),
    t('posts-column-post'),
    t('fan'),
    t('column-email'),
    t('statement-debit'),
    t('statement-credit'),
    t('column-currency'),
  ],
  rows: async ({ db, settings, ask, labels: { t, date } }, place) => {
    if (ask.statement === undefined)
      throw new DomainError('invalid-request', {}, { fields: [{ field: 'statement', code: 'required' }] });
    const rows = await listAllEntries(db, monthBounds(ask.statement.month, settings.timezone), place);
    const { people, purchases } = await behind(db, rows);
    return rows.map((row) => {
      const person = row.userId === null ? undefined : people.get(row.userId);
      const purchase = purchases.get(row.causeId);
      return [
        t(ledgerAccountText(row.account)),
        ofWhat(row, t),
        date(row.at.toISOString()),
        t(movementText(row.kind)),
        row.transactionId,
        purchase?.intentId ?? null,
        purchase === undefined ? null : t(saleKindText(purchase.sold)),
        purchase?.title ?? null,
        person?.name ?? null,
        person?.email ?? null,
        row.minor > 0 ? toWire(row.minor) : null,
        row.minor < 0 ? toWire(-row.minor) : null,
        row.currency,
      ];
    });
  },
};

/** Which revenue, or which provider. */
function ofWhat({ account, detail }: FiledRow, t: (id: string) => string): string | null {
  const revenue = account.endsWith('_revenue') && account !== 'deferred_revenue' ? account : detail;
  if (revenue === '') return null;
  return revenue.endsWith('_revenue') ? t(soldText(revenue)) : revenue;
}
