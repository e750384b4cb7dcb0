import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';
import type { Report } from './cancellations-query.ts';
import { useReasonLabel } from './reason-label.ts';
import './cancellations.css';

/** How often each reason was given in the range, and its share of all of them. */
export function ReasonShares({ report: { reasons } }: { report: Report }) {
  const { t } = useTranslation();
  const { number, percent } = useFormats();
  const label = useReasonLabel();
  return (
    <section className="reason-shares" aria-labelledby="reason-shares">
      <h2 id="reason-shares">{t('cancellations-why')}</h2>
      <dl>
        {reasons.map(({ reason, count, share }) => (
          <div key={reason}>
            <dt dir="auto">{label(reason)}</dt>
            <dd>
              <i aria-hidden="true" style={{ inlineSize: `${share * 100}%` }} />
            </dd>
            <dd>
              <b>{percent(share)}</b> <span className="muted">({number(count)})</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
