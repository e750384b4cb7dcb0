import Button from '@mui/material/Button';
import { Copy, Undo2 } from 'lucide-react';
import type { TransactionRow } from '@backlot/contracts/staff';
import { paidWithTexts } from '@backlot/domain/formats/row-texts';
import { minorOf, toWire } from '@backlot/domain/money/money';
import { opensOpenItems } from '@backlot/domain/people/capabilities';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { FanName } from '../../components/studio/fan-name.tsx';
import { SaleState } from '../../components/studio/sale-state.tsx';
import { useSaleLabels } from '../../components/studio/sale-labels.ts';
import { Details, DetailSection } from '../../components/kit/detail.tsx';
import { LinkButton } from '../../components/kit/link-button.tsx';
import { SidePanel } from '../../components/kit/side-panel.tsx';
import { MoneyBackChips } from './transaction-columns.tsx';
import { useCopy } from '../../components/use-copy.ts';
import { useFormats, useMe, useMoneyIn, useSetting, viewerOf } from '../../lib/site.tsx';

interface PanelProps {
  readonly sale: TransactionRow;
  /** Null for those who may not give money back, and where nothing is left of it. */
  readonly onRefund: (() => void) | null;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

/** One payment: what, from whom, by which card, and how it stands. */
export function TransactionPanel({ sale, onRefund, ...steps }: PanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const labels = useSaleLabels();
  const descriptor = useSetting('statement_descriptor') ?? '';
  const money = (amount: number): string => moneyIn(amount, sale.currency);
  const title = `${labels.kind(sale)}, ${money(sale.amount)}`;
  const { owed = 0 } = sale;
  const asked = toWire(minorOf(sale.returning) - minorOf(owed));
  const opensItems = opensOpenItems(viewerOf(useMe()));
  const copyText = useCopy();
  const copy = (): void => copyText(sale.transactionId);
  return (
    <SidePanel
      {...steps}
      label={title}
      head={
        <div>
          <p className="small muted cut" title={sale.transactionId}>
            {sale.transactionId}
          </p>
          <h2>{title}</h2>
          <p className="panel-chips">
            <SaleState state={sale.state} />
            <MoneyBackChips sale={sale} />
          </p>
        </div>
      }
    >
      <DetailSection>
        <Details
          list={[
            {
              name: t('fan'),
              value: <FanName fan={sale.user} />,
            },
            { name: t('column-email'), value: sale.user.email },
            sale.content && {
              name: t('posts-column-post'),
              value: (
                <SiteLink to={paths.post(sale.content._id)} className="text-link" dir="auto">
                  {sale.content.title}
                </SiteLink>
              ),
            },
            { name: t('column-date'), value: formats.exact(sale.date) },
            sale.paid_with !== null && {
              name: t('purchase-paid-with'),
              value: sale.coins ?? (labels.card(sale) || t(paidWithTexts[sale.paid_with])),
            },
            descriptor !== '' &&
              sale.paid_with === 'card' && { name: t('set-statement-descriptor'), value: descriptor },
            sale.decline_code !== null && { name: t('sale-decline-code'), value: <code>{sale.decline_code}</code> },
          ]}
        />
      </DetailSection>
      <DetailSection>
        <Details
          list={[
            {
              name: t('column-amount'),
              value: (
                <>
                  <span className="figure" data-size="s">
                    {money(sale.amount)}
                  </span>{' '}
                  <span className="muted">{sale.currency}</span>
                </>
              ),
            },
            sale.returned > sale.charged_back && {
              name: t('sale-refunded'),
              value: money(sale.returned - sale.charged_back),
              isMinus: true,
            },
            sale.charged_back > 0 && {
              name: t('purchased-chargeback'),
              value: money(sale.charged_back),
              isMinus: true,
            },
            owed > 0 && { name: t('open-item-refund-owed'), value: money(owed) },
            asked > 0 && { name: t('sale-refund-open'), value: money(asked) },
            sale.is_withdrawn && { name: t('refund-reason'), value: t('cancel-reason-withdrawn') },
          ]}
        />
        {sale.kind === 'top_up' ? (
          <p className="form-help">
            {t(sale.state === 'pending' ? 'transaction-top-up-waiting' : 'transaction-top-up-help')}
          </p>
        ) : null}
        {sale.state === 'pending' && sale.kind !== 'top_up' ? (
          <p className="form-help">{t('home-payment-pending-help')}</p>
        ) : null}
      </DetailSection>
      <DetailSection>
        <div className="fan-acts">
          {onRefund ? (
            <Button onClick={onRefund}>
              <Undo2 className="icon" aria-hidden />
              {t('refund-action')}
            </Button>
          ) : null}
          {owed > 0 && opensItems ? (
            <LinkButton to={paths.openItemsAbout(sale.transactionId)}>{t('lookup-to-open-items')}</LinkButton>
          ) : null}
          <Button onClick={copy}>
            <Copy className="icon" aria-hidden />
            {t('sale-copy-reference')}
          </Button>
        </div>
      </DetailSection>
    </SidePanel>
  );
}
