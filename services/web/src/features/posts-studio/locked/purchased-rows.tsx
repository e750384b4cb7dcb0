import { purchaseStateTexts } from '@backlot/domain/formats/row-texts';
import { useTranslation } from 'react-i18next';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { PersonMark } from '../../../components/studio/person.tsx';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useMoneyIn } from '../../../lib/site.tsx';
import type { PostPurchase } from './locked-query.ts';

interface RowsProps {
  readonly purchases: readonly PostPurchase[];
  /** Then each says which version was bought. */
  readonly hasVersions: boolean;
  readonly isStale: boolean;
}

/** Purchases of one post: who, when, for how much, and whether it is still open to them. */
export function PurchasedRows({ purchases, hasVersions, isStale }: RowsProps) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  return (
    <ul className="purchased-list" data-stale={isStale || undefined}>
      {purchases.map((one) => (
        <li key={one._id}>
          <span className="person">
            <PersonMark name={one.user.name || one.user.email} url={null} />
            <span>
              <FanName fan={one.user} />
              <small title={one.user.email}>{one.user.email}</small>
            </span>
          </span>
          <span className="end">
            <b className={one.state === 'open' ? 'num' : 'num void-amount'}>{moneyIn(one.amount, one.currency)}</b>
            <small className="muted">
              <Time at={one.date} />
              {hasVersions ? ` · ${t('post-number', { serial: one.version.serial })}` : ''}
            </small>
            {one.state === 'open' ? null : <StateChip tone="bad">{t(purchaseStateTexts[one.state])}</StateChip>}
          </span>
        </li>
      ))}
    </ul>
  );
}
