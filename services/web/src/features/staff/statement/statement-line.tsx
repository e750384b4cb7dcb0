import type { StatementLine } from '@backlot/contracts/statement';
import { saleKindText } from '@backlot/domain/formats/row-texts';
import { hasSubject, movementText, soldText } from '@backlot/domain/formats/statement-texts';
import { useTranslation } from 'react-i18next';
import { SiteLink } from '../../../components/site-link.tsx';
import { FanName } from '../../../components/studio/fan-name.tsx';
import { paths } from '../../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';

/** An entry of the books: what it was, whose, and the payment that it leads to. */
export function StatementLineRow({ line, currency }: { line: StatementLine; currency: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const { payment, user, what } = line;
  const subject = what === null || !hasSubject(line.kind) ? null : t(soldText(what));
  const about = payment === null ? subject : payment.title || t(saleKindText(payment.kind));
  return (
    <article className="statement-line">
      <p>
        <b>{t(movementText(line.kind))}</b>
        {about === null ? null : (
          <>
            {' · '}
            {payment === null ? (
              about
            ) : (
              <SiteLink to={paths.transaction(payment._id)} className="text-link" dir="auto">
                {about}
              </SiteLink>
            )}
          </>
        )}
      </p>
      <p className="statement-amount" data-minus={line.amount < 0 || undefined}>
        {moneyIn(line.amount, currency)}
      </p>
      <p className="small muted">
        {formats.exact(line.date)}
        {user === null ? null : (
          <>
            {' · '}
            <FanName fan={user} />
          </>
        )}
      </p>
    </article>
  );
}
