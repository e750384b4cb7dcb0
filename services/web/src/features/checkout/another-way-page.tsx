import type { AnotherWay } from '@backlot/contracts/another-way';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/button.tsx';
import { FieldError } from '../../components/field.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useSlots } from '../../components/theme/slots.tsx';
import { paths } from '../../lib/paths.ts';
import { useMoneyIn } from '../../lib/site.tsx';
import '../../components/styles/account.css';
import '../../components/styles/forms.css';
import '../../components/styles/media.css';
import '../../components/styles/offer.css';
import './checkout.css';
import { useAnotherWay } from './another-way-query.ts';
import { AnotherWayTerms } from './another-way-terms.tsx';
import { CardForm } from './card/card-form.tsx';
import { CardTaker } from './card/card-taker.ts';
import { PaymentProblem } from './payment-problem.tsx';
import { useAnotherTry } from './use-another-try.ts';

/** A declined purchase once more, with the site's other provider: the same price, a card that is entered again. */
export function Page() {
  const intentId = useParams()['intent_id'] ?? '';
  const { data: offered, isPending, refetch } = useAnotherWay(intentId);
  if (offered) return <Offered intentId={intentId} offered={offered} />;
  if (isPending) return <Skeleton lines={4} />;
  return offered === null ? <Gone intentId={intentId} /> : <LoadFailed onRetry={() => void refetch()} />;
}

function Gone({ intentId }: { intentId: string }) {
  const { t } = useTranslation();
  return (
    <div className="outcome">
      <h1 tabIndex={-1}>{t('another-way-title')}</h1>
      <p>{t('another-way-none')}</p>
      <div className="outcome-actions">
        <ButtonLink to={paths.payment(intentId)} size="l">
          {t('btn-back')}
        </ButtonLink>
      </div>
    </div>
  );
}

function Offered({ intentId, offered }: { intentId: string; offered: AnotherWay }) {
  const { t } = useTranslation();
  const { Busy } = useSlots();
  const moneyIn = useMoneyIn();
  const again = useAnotherTry(intentId, offered);
  const price = moneyIn(offered.amount, offered.currency);
  return (
    <div className="account-page account-narrow page-width">
      <h1 tabIndex={-1}>{t('another-way-title')}</h1>
      <p className="account-lede">{t('another-way-text')}</p>
      <Rows offered={offered} price={price} />
      <form
        noValidate
        className="account-form payment-form"
        aria-busy={again.isPaying}
        onSubmit={(event) => {
          event.preventDefault();
          void again.submit();
        }}
      >
        {again.error === null ? null : <PaymentProblem error={again.error} isLastTry />}
        {again.isOver ? null : (
          <>
            <CardTaker value={offered}>
              <CardForm handle={again.form} />
            </CardTaker>
            {offered.later === null ? null : (
              <div className="consent">
                <label className="check">
                  <input
                    ref={again.consentBox}
                    type="checkbox"
                    checked={again.hasConsent}
                    aria-invalid={again.isConsentMissing || undefined}
                    aria-describedby="consent-error"
                    onChange={(event) => again.setConsent(event.target.checked)}
                  />
                  <span>
                    <AnotherWayTerms initial={price} later={offered.later} currency={offered.currency} />
                  </span>
                </label>
                <FieldError id="consent-error" text={again.isConsentMissing ? t('consent-required') : null} />
              </div>
            )}
          </>
        )}
        <div className="account-actions">
          {again.isOver ? null : (
            <Button type="submit" busy={again.isPaying} data-paying={again.isPaying || undefined}>
              {again.isPaying ? <Busy label={t('btn-payment-processing')} /> : t('btn-pay-now', { price })}
            </Button>
          )}
          <ButtonLink to={paths.payment(intentId)} tone="quiet">
            {t(again.isOver ? 'btn-back' : 'btn-cancel')}
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}

function Rows({ offered, price }: { offered: AnotherWay; price: string }) {
  const { t } = useTranslation();
  const { title, statement_descriptor: descriptor, merchant_name: merchant } = offered;
  return (
    <dl className="order-rows">
      <div>
        <dt>{t('another-way-what')}</dt>
        <dd dir="auto">{title ?? t(offered.later === null ? 'another-way-purchase' : 'profile-membership')}</dd>
      </div>
      <div>
        <dt>{t('purchase-price')}</dt>
        <dd className="figures">
          <b>{price}</b>
        </dd>
      </div>
      {merchant === '' ? null : (
        <div>
          <dt>{t('another-way-merchant')}</dt>
          <dd dir="auto">{merchant}</dd>
        </div>
      )}
      {descriptor === '' ? null : (
        <div>
          <dt>{t('purchase-on-statement')}</dt>
          <dd className="figures" dir="ltr">
            {descriptor}
          </dd>
        </div>
      )}
    </dl>
  );
}
