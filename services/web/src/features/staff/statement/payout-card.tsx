import Button from '@mui/material/Button';
import type { StatementPayout } from '@backlot/contracts/statement';
import { useTranslation } from 'react-i18next';
import { Details, type Detail } from '../../../components/kit/detail.tsx';
import { providerName } from '../../../components/studio/provider-name.ts';
import { useMoneyIn } from '../../../lib/site.tsx';
import { PayoutForecast } from './payout-forecast.tsx';

/** What a provider still owes at the month's end, how it comes to that, and where each figure is from. */
export function PayoutCard({ payout, onEnter }: { payout: StatementPayout; onEnter: () => void }) {
  const { t } = useTranslation();
  const moneyIn = useMoneyIn();
  const money = (amount: number): string => moneyIn(amount, payout.currency);
  const part = (name: string, amount = 0): Detail | false =>
    amount !== 0 && { name, value: money(amount), isMinus: amount < 0 };
  return (
    <article className="panel-card statement-card">
      <h3>{t('statement-payout', { provider: providerName(payout.provider) })}</h3>
      <p className="figure" data-size="s">
        {money(payout.owed)}
      </p>
      <Details
        list={[
          { name: t('statement-opening'), value: money(payout.opening) },
          { name: t('statement-taken'), value: money(payout.net_taken), isMinus: payout.net_taken < 0 },
          part(t('statement-account-provider-fees'), payout.fees),
          part(t('statement-reserve-held'), payout.reserve_held),
          part(t('statement-reserve-released'), payout.reserve_released),
          part(t('statement-account-platform-share'), payout.platform_share),
          part(t('statement-tax-withheld'), payout.tax_withheld),
          part(t('statement-dispute-held'), payout.dispute_held),
          part(t('statement-dispute-released'), payout.dispute_released),
          part(t('statement-account-exchange'), payout.exchange),
          part(t('statement-paid-out'), payout.paid_out),
          (payout.in_disputes ?? 0) !== 0 && {
            name: t('statement-account-disputes'),
            value: money(payout.in_disputes ?? 0),
          },
          payout.in_reserve !== 0 && { name: t('statement-account-reserve'), value: money(payout.in_reserve) },
        ]}
      />
      <p className="form-help">{t(payout.entered > 0 ? 'statement-payout-help' : 'statement-payout-none')}</p>
      {payout.owed < 0 ? <p className="form-help">{t('statement-payout-below')}</p> : null}
      <PayoutForecast payout={payout} />
      <div>
        <Button aria-label={`${t('statement-enter')}: ${providerName(payout.provider)}`} onClick={onEnter}>
          {t('statement-enter')}
        </Button>
      </div>
    </article>
  );
}
