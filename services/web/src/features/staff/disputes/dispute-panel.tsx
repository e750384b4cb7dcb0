import type { Dispute } from '@backlot/contracts/disputes';
import { saleKindText } from '@backlot/domain/formats/row-texts';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../components/kit/busy-button.tsx';
import { Details, DetailSection } from '../../../components/kit/detail.tsx';
import { LinkButton } from '../../../components/kit/link-button.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { useSaleLabels } from '../../../components/studio/sale-labels.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { useAccountText } from '../lookup/account-text.ts';
import { useOpenings } from '../openings.tsx';
import { DisputeState, isChargeback } from './dispute-columns.tsx';
import { useOpenEvidence } from './disputes-query.ts';
import { WonDialog } from './won-dialog.tsx';

interface Shown extends RowSteps {
  readonly dispute: Dispute;
  readonly opensEvidence: boolean;
  readonly settlesMoney: boolean;
}

/** What went back: of which payment, what it cost, and of a chargeback the evidence about it. */
export function DisputePanel({ dispute, opensEvidence, settlesMoney, ...steps }: Shown) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const labels = useSaleLabels();
  const accountText = useAccountText();
  const money = (amount: number): string => moneyIn(amount, dispute.currency);
  const hasBank = isChargeback(dispute);
  const title = `${labels.kind(dispute)}, ${money(dispute.amount)}`;
  return (
    <SidePanel
      {...steps}
      label={title}
      head={
        <div>
          <h2>{title}</h2>
          <p className="panel-chips">
            <DisputeState dispute={dispute} />
          </p>
        </div>
      }
    >
      <DetailSection>
        <Details
          list={[
            { name: t('fan'), value: <FanName fan={dispute.user} /> },
            { name: t('column-email'), value: dispute.user.email },
            dispute.content && { name: t('posts-column-post'), value: <span dir="auto">{dispute.content.title}</span> },
            { name: t('transactions-kind'), value: t(saleKindText(dispute.returned_as ?? 'chargeback')) },
            { name: t(hasBank ? 'dispute-reported' : 'column-date'), value: formats.exact(dispute.date) },
            { name: t('dispute-paid-at'), value: formats.exact(dispute.payment.date) },
            dispute.fee > 0 && { name: t('dispute-fee'), value: money(dispute.fee), isMinus: true },
            dispute.card && { name: t('column-card'), value: labels.card(dispute) },
            { name: t('lookup-account'), value: accountText(dispute) },
            {
              name: t('open-items-reference'),
              value: <code className="long-reference">{dispute.transactionId}</code>,
            },
          ]}
        />
        <div className="fan-acts">
          <LinkButton to={paths.transaction(dispute.payment._id)}>{t('lookup-to-transaction')}</LinkButton>
          {dispute.state === 'held' ? (
            <LinkButton to={paths.openItemsAbout(dispute.transactionId)}>{t('lookup-to-open-items')}</LinkButton>
          ) : null}
        </div>
      </DetailSection>
      {dispute.won || (hasBank && settlesMoney && dispute.state === 'booked') ? (
        <Won dispute={dispute} won={dispute.won} />
      ) : null}
      {hasBank && opensEvidence ? <Evidence dispute={dispute} /> : null}
    </SidePanel>
  );
}

/** What came back of it; or the way to say that something did. */
function Won({ dispute, won }: { dispute: Dispute; won: Dispute['won'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const [isOpen, setOpen] = useState(false);
  if (won === null)
    return (
      <DetailSection title={t('dispute-won-mark')}>
        <p className="form-help">{t('dispute-won-help')}</p>
        <div className="fan-acts">
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {t('dispute-won-mark')}
          </Button>
        </div>
        {isOpen ? <WonDialog dispute={dispute} onClose={() => setOpen(false)} /> : null}
      </DetailSection>
    );
  return (
    <DetailSection title={t('dispute-won-title')}>
      <Details
        list={[
          { name: t('dispute-won-amount'), value: <b>{moneyIn(won.amount, dispute.currency)}</b> },
          won.fee > 0 && { name: t('dispute-won-fee-back'), value: moneyIn(won.fee, dispute.currency) },
          { name: t('settle-at'), value: formats.exact(won.date) },
          won.by === null
            ? { name: t('dispute-source'), value: t('open-reason-told') }
            : { name: t('dispute-won-by'), value: won.by },
          won.evidence !== null && { name: t('open-items-evidence'), value: <span dir="auto">{won.evidence}</span> },
        ]}
      />
    </DetailSection>
  );
}

function Evidence({ dispute: { _id: id, openings: log } }: { dispute: Dispute }) {
  const { t } = useTranslation();
  const openings = useOpenings(log);
  const open = useOpenEvidence();
  return (
    <DetailSection title={t('dispute-evidence')}>
      <p className="form-help">{t('dispute-evidence-help')}</p>
      <div className="fan-acts">
        <BusyButton variant="contained" color="primary" isBusy={open.isPending} onClick={() => open.mutate(id)}>
          {t('dispute-evidence-save')}
        </BusyButton>
      </div>
      {openings ? <Details list={[openings]} /> : null}
    </DetailSection>
  );
}
