import Button from '@mui/material/Button';
import type { OpenItem } from '@backlot/contracts/open-items';
import { decisionText } from '@backlot/domain/formats/open-item-texts';
import { useTranslation } from 'react-i18next';
import { Details, DetailSection } from '../../../components/kit/detail.tsx';
import { SidePanel } from '../../../components/kit/side-panel.tsx';
import type { RowSteps } from '../../../components/kit/table/table-types.ts';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { useSaleLabels } from '../../../components/studio/sale-labels.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { OpenItemKindChip } from './open-item-columns.tsx';
import { kindTexts, useOpenItemHelp, useOpenItemMoney, useOpenReason } from './open-item-texts.ts';

interface PanelProps extends RowSteps {
  readonly item: OpenItem;
  /** Null for those who may only look, and for what is settled. */
  readonly onSettle: (() => void) | null;
}

/** One item: what it is, whose, since when and why, and how it was settled. */
export function OpenItemPanel({ item, onSettle, ...steps }: PanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const labels = useSaleLabels();
  const reason = useOpenReason();
  const help = useOpenItemHelp();
  const money = useOpenItemMoney()(item);
  const title = [t(kindTexts[item.kind]), money].filter((part) => part !== '').join(', ');
  return (
    <SidePanel
      {...steps}
      label={title}
      head={
        <div>
          <h2>{title}</h2>
          <p className="panel-chips">
            <OpenItemKindChip item={item} />
          </p>
        </div>
      }
    >
      <DetailSection>
        {item.settled ? null : <p className="form-help">{help(item)}</p>}
        <Details
          list={[
            item.user && { name: t('fan'), value: <FanName fan={item.user} /> },
            item.user && { name: t('column-email'), value: item.user.email },
            item.sold !== null && { name: t('column-what'), value: labels.kind({ kind: item.sold }) },
            item.content && {
              name: t('posts-column-post'),
              value: <span dir="auto">{item.content.title}</span>,
            },
            money !== '' && { name: t('column-amount'), value: money },
            item.expected && {
              name: t(item.kind === 'payment_held' ? 'open-items-asked' : 'open-items-taken'),
              value: moneyIn(item.expected.amount, item.expected.currency),
            },
            { name: t('open-items-since'), value: formats.exact(item.date) },
            item.event !== null && { name: t('open-items-event'), value: <code>{item.event}</code> },
            { name: t('open-items-why'), value: reason(item) },
            item.transactionId !== null && {
              name: t('open-items-reference'),
              value: <code className="long-reference">{item.transactionId}</code>,
            },
          ]}
        />
      </DetailSection>
      {item.settled ? (
        <DetailSection title={t('open-items-settled')}>
          <Details
            list={[
              { name: t('open-items-outcome'), value: t(decisionText(item.kind, item.settled.decision)) },
              { name: t('settle-by'), value: item.settled.by.name },
              { name: t('settle-at'), value: formats.exact(item.settled.date) },
              { name: t('open-items-evidence'), value: <span dir="auto">{item.settled.evidence}</span> },
            ]}
          />
        </DetailSection>
      ) : null}
      {onSettle ? (
        <DetailSection>
          <Button variant="contained" color="primary" onClick={onSettle}>
            {t('settle-action')}
          </Button>
        </DetailSection>
      ) : null}
    </SidePanel>
  );
}
