import Button from '@mui/material/Button';
import type { OpenItem } from '@backlot/contracts/open-items';
import { decisionText } from '@backlot/domain/formats/open-item-texts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { PersonMark } from '../../../components/studio/person.tsx';
import { useSaleLabels } from '../../../components/studio/sale-labels.ts';
import { StateChip, type ChipTone } from '../../../components/studio/state-chip.tsx';
import { Time } from '../../../components/text/time.tsx';
import { kindTexts, useOpenItemMoney, useOpenReason } from './open-item-texts.ts';

const tones: Readonly<Record<OpenItem['kind'], ChipTone>> = {
  refund_owed: 'bad',
  reversal_held: 'warn',
  payment_held: 'warn',
  payment_unknown: 'info',
  series_unended: 'bad',
  owed_by_fan: 'bad',
  webhook_unapplied: 'warn',
  crypto_blocked: 'warn',
  crypto_double_spent: 'bad',
  crypto_unresolved: 'warn',
  crypto_returned: 'bad',
};
/** Blank where nobody is known. */
const buyerOf = ({ user }: OpenItem): string => user?.name || user?.email || '';

/** What it is and whose. */
export function useOpenItemName(): (item: OpenItem) => string {
  const { t } = useTranslation();
  const moneyOf = useOpenItemMoney();
  return (item) => [t(kindTexts[item.kind]), moneyOf(item), buyerOf(item)].filter((part) => part !== '').join(', ');
}

export function OpenItemKindChip({ item }: { item: OpenItem }) {
  const { t } = useTranslation();
  return (
    <StateChip tone={item.settled ? 'plain' : tones[item.kind]} hasDot>
      {t(kindTexts[item.kind])}
    </StateChip>
  );
}

interface ColumnsAsked {
  readonly isSettled: boolean;
  /** Null for those who may only look. */
  readonly onSettle: ((item: OpenItem) => void) | null;
}

export function useOpenItemColumns({ isSettled, onSettle }: ColumnsAsked): readonly TableColumn<OpenItem>[] {
  const { t } = useTranslation();
  const labels = useSaleLabels();
  const reason = useOpenReason();
  const moneyOf = useOpenItemMoney();
  return useMemo(
    () => [
      {
        id: 'date',
        head: t(isSettled ? 'settle-at' : 'open-items-since'),
        kind: 'muted',
        cell: (item) => <Time at={item.settled?.date ?? item.date} />,
      },
      { id: 'kind', head: t('transactions-kind'), cell: (item) => <OpenItemKindChip item={item} /> },
      {
        id: 'fan',
        head: t('fan'),
        cell: (item) =>
          item.user ? (
            <span className="person" title={item.user.email}>
              <PersonMark name={buyerOf(item)} url={null} />
              <FanName fan={item.user} />
            </span>
          ) : null,
      },
      {
        id: 'what',
        head: t('column-what'),
        from: 'wide',
        cell: (item) => (item.sold === null ? '' : labels.kind({ kind: item.sold })),
      },
      isSettled
        ? {
            id: 'outcome',
            head: t('open-items-outcome'),
            takesRest: true,
            cell: (item) => (
              <span className="one-line">
                {item.settled ? `${t(decisionText(item.kind, item.settled.decision))} · ${item.settled.by.name}` : ''}
              </span>
            ),
          }
        : {
            id: 'why',
            head: t('open-items-why'),
            kind: 'muted',
            takesRest: true,
            cell: (item) => (
              <span className="one-line" title={reason(item)}>
                {reason(item)}
              </span>
            ),
          },
      {
        id: 'amount',
        head: t('column-amount'),
        kind: 'number',
        cell: (item) => <b>{moneyOf(item)}</b>,
      },
      ...(onSettle === null
        ? []
        : [
            {
              id: 'settle',
              head: t('settle-action'),
              hidesHead: true,
              cell: (item: OpenItem) => <SettleButton item={item} onSettle={onSettle} />,
            },
          ]),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- labels, reasons and money follow the language alone, as `t` does
    [t, isSettled, onSettle],
  );
}

function SettleButton({ item, onSettle }: { item: OpenItem; onSettle: (item: OpenItem) => void }) {
  const { t } = useTranslation();
  const name = useOpenItemName();
  return (
    <Button
      size="small"
      aria-label={`${t('settle-action')}: ${name(item)}`}
      onClick={(event) => {
        // The row under it opens by itself.
        event.stopPropagation();
        onSettle(item);
      }}
    >
      {t('settle-action')}
    </Button>
  );
}

/** The same on a phone. */
export function useOpenItemEntry(): (item: OpenItem) => ListEntry {
  const { t } = useTranslation();
  const moneyOf = useOpenItemMoney();
  return (item) => ({
    picture: <PersonMark name={buyerOf(item)} url={null} size={40} />,
    title: buyerOf(item) || t(kindTexts[item.kind]),
    note: <Time at={item.settled?.date ?? item.date} />,
    end: (
      <>
        <b>{moneyOf(item)}</b>
        <OpenItemKindChip item={item} />
      </>
    ),
  });
}
