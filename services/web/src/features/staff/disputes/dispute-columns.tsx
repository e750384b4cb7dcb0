import type { Dispute } from '@backlot/contracts/disputes';
import { disputeStateTexts } from '@backlot/domain/formats/open-item-texts';
import { saleKindText } from '@backlot/domain/formats/row-texts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListEntry, TableColumn } from '../../../components/kit/table/table-types.ts';
import { useSaleLabels } from '../../../components/studio/sale-labels.ts';
import { StateChip, type ChipTone } from '../../../components/studio/state-chip.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';
import { useAccountText } from '../lookup/account-text.ts';
import { BuyerCell, SoldCell, useSaleEntry } from '../sale-cells.tsx';

const tones = { booked: 'bad', held: 'warn', noted: 'plain', won: 'good', open: 'warn' } as const satisfies Record<
  Dispute['state'],
  ChipTone
>;

export const isChargeback = ({ returned_as: kind = 'chargeback' }: Dispute): boolean => kind === 'chargeback';

/** A refund that is booked is nothing bad. */
export function DisputeState({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation();
  const { state } = dispute;
  return (
    <StateChip tone={state === 'booked' && !isChargeback(dispute) ? 'plain' : tones[state]} hasDot>
      {t(disputeStateTexts[state])}
    </StateChip>
  );
}

export function useDisputeColumns(): readonly TableColumn<Dispute>[] {
  const { t } = useTranslation();
  const labels = useSaleLabels();
  const accountText = useAccountText();
  return useMemo(
    () => [
      { id: 'date', head: t('column-date'), kind: 'muted', cell: (dispute) => <Time at={dispute.date} /> },
      {
        id: 'kind',
        head: t('transactions-kind'),
        from: 'tablet',
        cell: ({ returned_as: kind = 'chargeback' }) => t(saleKindText(kind)),
      },
      { id: 'fan', head: t('fan'), cell: (dispute) => <BuyerCell sale={dispute} /> },
      { id: 'what', head: t('column-what'), takesRest: true, cell: (dispute) => <SoldCell sale={dispute} /> },
      { id: 'status', head: t('column-status'), from: 'tablet', cell: (dispute) => <DisputeState dispute={dispute} /> },
      { id: 'card', head: t('column-card'), kind: 'muted', from: 'wide', cell: (dispute) => labels.card(dispute) },
      { id: 'account', head: t('lookup-account'), kind: 'muted', from: 'wide', cell: accountText },
      { id: 'amount', head: t('column-amount'), kind: 'number', cell: (dispute) => <Amount dispute={dispute} /> },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the labels follow the language alone, as `t` does
    [t],
  );
}

function Amount({ dispute: { amount, currency } }: { dispute: Dispute }) {
  return <b>{useMoneyIn()(amount, currency)}</b>;
}

/** The same on a phone. */
export function useDisputeEntry(): (dispute: Dispute) => ListEntry {
  const { t } = useTranslation();
  const entryOf = useSaleEntry();
  return (dispute) =>
    entryOf(
      dispute,
      <>
        <Amount dispute={dispute} />
        {dispute.state === 'booked' ? (
          <StateChip tone={isChargeback(dispute) ? 'bad' : 'plain'}>
            {t(saleKindText(dispute.returned_as ?? 'chargeback'))}
          </StateChip>
        ) : (
          <DisputeState dispute={dispute} />
        )}
      </>,
    );
}
