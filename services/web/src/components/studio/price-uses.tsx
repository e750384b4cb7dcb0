import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoneyIn, useSite } from '../../lib/site.tsx';
import { DetailCard } from '../kit/detail-page.tsx';
import { Time } from '../text/time.tsx';
import { FanName } from './fan-name.tsx';
import { Pager } from './pager.tsx';
import { PersonMark } from './person.tsx';
import { StateChip } from './state-chip.tsx';
import './price-uses.css';

/** A payment at a reduced price. */
interface PriceUse {
  readonly _id: string;
  readonly user: { readonly _id: string; readonly name: string; readonly email: string };
  readonly date: string;
  readonly state: string;
  readonly amount: number;
  readonly saved_amount: number;
  /** The site's where there is none. */
  readonly currency?: string;
}

interface PriceUsesProps<T extends PriceUse> {
  readonly title: string;
  /** Said where nobody has paid yet. */
  readonly none: string;
  readonly uses: readonly T[];
  readonly page: {
    readonly currentPage: number;
    readonly totalPages: number;
    readonly totalRows: number;
    readonly limit: number;
  };
  /** What was paid for. */
  readonly What: ComponentType<{ readonly use: T }>;
  readonly onPage: (page: number) => void;
}

/** Every payment at the price of one coupon or promotion: who paid for what, and what they saved. */
export function PriceUses<T extends PriceUse>({ title, none, uses, page, What, onPage }: PriceUsesProps<T>) {
  const { t } = useTranslation();
  const { currency: ofSite } = useSite();
  const moneyIn = useMoneyIn();
  const money = (use: T, amount: number) => moneyIn(amount, use.currency ?? ofSite);
  return (
    <DetailCard title={title}>
      {page.totalRows === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="price-uses">
          {uses.map((use) => (
            <li key={use._id}>
              <PersonMark name={use.user.name || use.user.email} url={null} />
              <span className="who">
                <FanName fan={use.user} />
                <small className="muted">
                  <What use={use} /> · <Time at={use.date} />
                </small>
              </span>
              {use.state === 'pending' ? <StateChip tone="warn">{t('transaction-state-pending')}</StateChip> : null}
              <span className="end">
                <b className="num">{money(use, use.amount)}</b>
                {use.saved_amount > 0 ? (
                  <small className="muted">{t('coupon-saved-by', { amount: money(use, use.saved_amount) })}</small>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
      {page.totalPages > 1 ? (
        <Pager
          page={page.currentPage}
          pages={page.totalPages}
          rows={page.totalRows}
          limit={page.limit}
          onPage={onPage}
        />
      ) : null}
    </DetailCard>
  );
}
