import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { PersonMark } from '../../../components/studio/person.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';
import { SaleState } from '../../../components/studio/sale-state.tsx';
import { useSaleLabels } from '../../../components/studio/sale-labels.ts';
import type { Sale } from './home-data.ts';

export function RecentSales({ sales }: { sales: readonly Sale[] }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const labels = useSaleLabels();
  return (
    <section className="panel-card" aria-labelledby="home-sales">
      <header className="panel-head">
        <h2 id="home-sales">{t('home-recent-sales')}</h2>
        <SiteLink to={paths.transactions} className="btn" data-tone="ghost" data-size="s">
          {t('home-all-transactions')}
          <ArrowRight className="icon icon-flip" aria-hidden />
        </SiteLink>
      </header>
      {sales.length === 0 ? (
        <p className="attention-none">{t('transactions-empty')}</p>
      ) : (
        <ul className="sales">
          {sales.map((sale) => (
            <li key={sale._id}>
              <PersonMark name={sale.user.name || sale.user.email} url={null} />
              <span className="sale-who">
                <FanName fan={sale.user} />
                <small>
                  {labels.kind(sale)} · <Time at={sale.date} />
                </small>
              </span>
              <span className="sale-kind">{labels.kind(sale)}</span>
              <span className="sale-what cut" dir="auto">
                {sale.content?.title ?? ''}
              </span>
              <SaleState state={sale.state} />
              <span className="sale-when muted">
                <Time at={sale.date} />
              </span>
              <b className="num">{moneyIn(sale.amount, sale.currency)}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
