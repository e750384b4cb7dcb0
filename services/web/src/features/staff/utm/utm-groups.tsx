import type { UtmFigures } from '@backlot/contracts/user-utm-params';
import { useTranslation } from 'react-i18next';
import { Details } from '../../../components/kit/detail.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import { Origin } from './utm-columns.tsx';
import type { UtmReport } from './utm-query.ts';

/** What each source, medium and campaign brought, and all together. */
export function UtmGroups({ report: { groups, group_count: count, sums, currency } }: { report: UtmReport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (groups.length === 0) return null;
  return (
    <section className="statement-month">
      <div className="utm-cards">
        <article className="panel-card statement-card">
          <h2>{t('utm-all')}</h2>
          <Figures of={sums} currency={currency} />
        </article>
        <article className="panel-card statement-card utm-groups">
          <h2 id="utm-groups">{t('utm-by-campaign')}</h2>
          <ul className="statement-lines" aria-labelledby="utm-groups">
            {groups.map((group) => (
              <li key={JSON.stringify([group.source, group.medium, group.campaign])}>
                <Group of={group} currency={currency} />
              </li>
            ))}
          </ul>
          {count > groups.length ? (
            <p className="form-help">{t('utm-more-groups', { shown: number(groups.length), all: number(count) })}</p>
          ) : null}
        </article>
      </div>
      <p className="form-help">{t('utm-help')}</p>
    </section>
  );
}

function Group({ of, currency }: { of: UtmReport['groups'][number]; currency: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const moneyIn = useMoneyIn();
  const figures = [
    `${t('utm-registered')} ${number(of.registered)}`,
    `${t('utm-members')} ${number(of.members)}`,
    `${t('utm-paid')} ${number(of.paid)}`,
  ];
  return (
    <div className="statement-line">
      <p>
        <Origin of={of} />
      </p>
      <p className="statement-amount">
        <b>{moneyIn(of.net, currency)}</b>
      </p>
      <p className="small muted">{figures.join(' · ')}</p>
    </div>
  );
}

function Figures({ of, currency }: { of: UtmFigures; currency: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const moneyIn = useMoneyIn();
  return (
    <Details
      list={[
        { name: t('utm-registered'), value: number(of.registered) },
        { name: t('utm-members'), value: number(of.members) },
        { name: t('utm-paid'), value: number(of.paid) },
        { name: t('activity-net'), value: <b>{moneyIn(of.net, currency)}</b> },
      ]}
    />
  );
}
