import { Copy } from 'lucide-react';
import type { TransactionRow } from '@backlot/contracts/staff';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useStudioMenu } from '../../app/studio-menu.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { SaleState } from '../../components/studio/sale-state.tsx';
import { useSaleWords } from '../../components/studio/sale-words.ts';
import { SidePanel } from '../../components/studio/side-panel.tsx';
import { useToast } from '../../components/toasts.tsx';
import { useFormats, useSetting } from '../../lib/site.tsx';

interface PanelProps { readonly sale: TransactionRow; readonly onClose: () => void; readonly onPrevious: (() => void) | null; readonly onNext: (() => void) | null }

/** One payment: what, from whom, by which card, and how it stands. */
export function TransactionPanel({ sale, ...steps }: PanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useSaleWords();
  const toast = useToast();
  const menu = useStudioMenu();
  const descriptor = useSetting('statement_descriptor') ?? '';
  const title = `${words.kind(sale)}, ${formats.money(sale.amount)}`;
  const copy = (): void => void navigator.clipboard.writeText(sale.transactionId).then(() => toast({ text: t('copied'), stays: 2000 }));
  return (
    <SidePanel
      {...steps} label={title}
      head={<div><p className="small muted cut" title={sale.transactionId}>{sale.transactionId}</p><h2>{title}</h2><p className="panel-chips"><SaleState state={sale.state} /></p></div>}
    >
      <section className="side-section">
        <dl className="pairs">
          <dt>{t('fan')}</dt><dd>{menu.has(paths.subscribers) ? <SiteLink to={`${paths.subscribers}?search=${encodeURIComponent(sale.user.email)}&fan=${sale.user._id}`} className="text-link">{sale.user.name || sale.user.email}</SiteLink> : <b>{sale.user.name}</b>}</dd>
          <dt>{t('column-email')}</dt><dd>{sale.user.email}</dd>
          {sale.content ? <><dt>{t('posts-column-post')}</dt><dd dir="auto"><SiteLink to={paths.post(sale.content._id)} className="text-link">{sale.content.title}</SiteLink></dd></> : null}
          <dt>{t('column-date')}</dt><dd>{formats.exact(sale.date)}</dd>
          {sale.card ? <><dt>{t('column-card')}</dt><dd>{words.card(sale)}</dd></> : null}
          {descriptor === '' ? null : <><dt>{t('set-statement-descriptor')}</dt><dd>{descriptor}</dd></>}
          {sale.decline_code === null ? null : <><dt>{t('sale-decline-code')}</dt><dd><code>{sale.decline_code}</code></dd></>}
        </dl>
      </section>
      <section className="side-section">
        <dl className="pairs sale-total"><dt>{t('column-amount')}</dt><dd><span className="figure" data-size="s">{formats.money(sale.amount)}</span> <span className="muted">{sale.currency}</span></dd></dl>
        {sale.state === 'pending' ? <p className="form-help">{t('home-payment-pending-help')}</p> : null}
      </section>
      <section className="side-section"><button type="button" className="btn" onClick={copy}><Copy className="icon" aria-hidden />{t('sale-copy-reference')}</button></section>
    </SidePanel>
  );
}
