import type { StatementSums } from '@backlot/contracts/statement';
import { soldText } from '@backlot/domain/formats/statement-texts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Details, type Detail } from '../../../components/kit/detail.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';

/** What a month comes to in a currency: what was taken, what was earned, and what is still open at its end. */
export function MonthSums({ sums, earnedUntil }: { sums: StatementSums; earnedUntil: string | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const money = (amount: number): string => moneyIn(amount, sums.currency);
  const back = (name: string, amount: number): Detail | false =>
    amount !== 0 && { name, value: money(amount), isMinus: true };
  return (
    <>
      <SumCard
        title={t('statement-taken')}
        figure={money(sums.net_taken)}
        help={t('statement-taken-help')}
        list={[
          ...sums.taken.map(({ what, amount }) => ({ name: t(soldText(what)), value: money(amount) })),
          back(t('statement-refunds'), sums.refunds),
          back(t('statement-chargebacks'), sums.chargebacks),
          sums.chargebacks_won !== 0 && { name: t('statement-chargebacks-won'), value: money(sums.chargebacks_won) },
          back(t('statement-account-chargeback-fees'), sums.chargeback_fees),
        ]}
      />
      <SumCard
        title={t('statement-earned')}
        figure={money(sums.net_earned)}
        help={
          earnedUntil === null
            ? t('statement-earned-help')
            : `${t('statement-earned-help')} ${t('statement-earned-until', { time: formats.exact(earnedUntil) })}`
        }
        list={sums.earned.map(({ what, amount }) => ({ name: t(soldText(what)), value: money(amount) }))}
      />
      <SumCard
        title={t('statement-at-end')}
        help={t('statement-at-end-help')}
        list={[
          { name: t('statement-account-deferred'), value: money(sums.deferred) },
          { name: t('statement-account-wallets'), value: money(sums.in_wallets) },
          { name: t('statement-account-unapplied'), value: money(sums.unapplied) },
          { name: t('statement-account-owed-by-fans'), value: money(sums.owed_by_fans) },
        ]}
      />
    </>
  );
}

interface CardProps {
  readonly title: string;
  readonly figure?: string;
  readonly help: ReactNode;
  readonly list: Parameters<typeof Details>[0]['list'];
}

function SumCard({ title, figure, help, list }: CardProps) {
  return (
    <article className="panel-card statement-card">
      <h3>{title}</h3>
      {figure === undefined ? null : (
        <p className="figure" data-size="s">
          {figure}
        </p>
      )}
      <Details list={list} />
      <p className="form-help">{help}</p>
    </article>
  );
}
