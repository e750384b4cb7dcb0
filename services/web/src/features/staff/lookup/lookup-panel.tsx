import Button from '@mui/material/Button';
import type { FoundPayment } from '@backlot/contracts/payment-lookup';
import { minorOf, toWire } from '@backlot/domain/money/money';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Details, DetailSection } from '../../../components/kit/detail.tsx';
import { LinkButton } from '../../../components/kit/link-button.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { useSaleLabels } from '../../../components/studio/sale-labels.ts';
import { useCopy } from '../../../components/use-copy.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { useOpenReason } from '../open-items/open-item-texts.ts';
import { useAccountText } from './account-text.ts';
import { FoundState } from './found-state.tsx';

/** One payment: whose, for what, by which card and account, what became of it, and where to go on. */
export function LookupPanel({ payment, ...steps }: { payment: FoundPayment } & RowSteps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const labels = useSaleLabels();
  const reason = useOpenReason();
  const accountText = useAccountText();
  const copyText = useCopy();
  const money = (amount: number): string => moneyIn(amount, payment.currency);
  const title = `${labels.kind(payment)}, ${money(payment.amount)}`;
  const account = accountText(payment);
  const asked = toWire(minorOf(payment.returning ?? payment.owed) - minorOf(payment.owed));
  const isOpenItem = payment.state === 'held' || payment.owed > 0;
  return (
    <SidePanel
      {...steps}
      label={title}
      head={
        <div>
          <h2>{title}</h2>
          <p className="panel-chips">
            <FoundState payment={payment} />
          </p>
        </div>
      }
    >
      <DetailSection>
        <Details
          list={[
            { name: t('fan'), value: <FanName fan={payment.user} /> },
            { name: t('column-email'), value: payment.user.email },
            payment.content && {
              name: t('posts-column-post'),
              value: (
                <SiteLink to={paths.post(payment.content._id)} className="text-link" dir="auto">
                  {payment.content.title}
                </SiteLink>
              ),
            },
            { name: t('column-date'), value: formats.exact(payment.date) },
            payment.decline_code !== null && {
              name: t('sale-decline-code'),
              value: <code>{payment.decline_code}</code>,
            },
            payment.unapplied_reason !== null && {
              name: t('open-items-why'),
              value: reason({ reason: payment.unapplied_reason }),
            },
            payment.refunded > 0 && { name: t('sale-refunded'), value: money(payment.refunded), isMinus: true },
            payment.charged_back > 0 && {
              name: t('purchased-chargeback'),
              value: money(payment.charged_back),
              isMinus: true,
            },
            payment.owed > 0 && { name: t('open-item-refund-owed'), value: money(payment.owed) },
            asked > 0 && { name: t('sale-refund-open'), value: money(asked) },
          ]}
        />
      </DetailSection>
      <DetailSection>
        <Details
          list={[
            payment.card !== null && { name: t('column-card'), value: labels.card(payment) },
            account !== '' && { name: t('lookup-account'), value: account },
            payment.account?.is_active === false && {
              name: t('lookup-account-status'),
              value: t('lookup-account-left'),
            },
            {
              name: t('open-items-reference'),
              value: <code className="long-reference">{payment.transactionId}</code>,
            },
            payment.subscription !== null && {
              name: t('lookup-subscription'),
              value: <code className="long-reference">{payment.subscription}</code>,
            },
          ]}
        />
      </DetailSection>
      <DetailSection>
        <div className="fan-acts">
          <LinkButton to={paths.transaction(payment._id)}>{t('lookup-to-transaction')}</LinkButton>
          {isOpenItem ? (
            <LinkButton to={paths.openItemsAbout(payment.transactionId)}>{t('lookup-to-open-items')}</LinkButton>
          ) : null}
          <Button onClick={() => copyText(payment.transactionId)}>
            <Copy className="icon" aria-hidden />
            {t('sale-copy-reference')}
          </Button>
        </div>
      </DetailSection>
    </SidePanel>
  );
}
