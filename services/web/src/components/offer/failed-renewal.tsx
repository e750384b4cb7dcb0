import type { MeView } from '@backlot/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { isPaidFromWallet, useAnewText, useRebillText, useRetryText } from '../../entities/membership/rebill-text.ts';
import { useCardEntry } from '../../entities/purchase/card-entry.ts';
import { paths } from '../../lib/paths.ts';
import { SiteLink } from '../site-link.tsx';

/**
 * Beside the price of a membership that begins: what is charged here is not the renewal that failed, which another card
 * would pay at its own price. `isFree`: nothing is, here.
 */
export function FailedRenewal({ me, isFree }: { readonly me: MeView; readonly isFree: boolean }) {
  const { t } = useTranslation();
  const rebillText = useRebillText();
  const retryText = useRetryText();
  const anewText = useAnewText();
  const isHosted = useCardEntry() === 'hosted';
  const isRetried = me.subscription_detail?.retries_with_card === true;
  return (
    <div className="offer-note" data-tone="bad">
      <p>{rebillText(me)}</p>
      {isRetried && !isHosted && !isPaidFromWallet(me) ? (
        <p>
          {retryText(me)}{' '}
          <SiteLink className="text-link" to={paths.paymentMethod}>
            {t('rebill-change-card')}
          </SiteLink>
        </p>
      ) : null}
      {isRetried && !isFree ? <p>{anewText(me)}</p> : null}
    </div>
  );
}
