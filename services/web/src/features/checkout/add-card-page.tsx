import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { useMe, useSite } from '../../lib/site.tsx';
import { useSlots } from '../../components/theme/slots.tsx';
import '../../components/styles/forms.css';
import '../../components/styles/media.css';
import '../../components/styles/account.css';
import './checkout.css';
import { useRetryText } from '../../entities/membership/rebill-text.ts';
import { useCardEntry } from '../../entities/purchase/card-entry.ts';
import { CardForm, type CardFormHandle } from './card/card-form.tsx';
import { PaymentProblem } from './payment-problem.tsx';

/** 'Set Up a Payment Method': a card is checked and kept; only a renewal that failed is charged to it. */
export function Page() {
  const { t } = useTranslation();
  const { Busy } = useSlots();
  const form = useRef<CardFormHandle>(null);
  const me = useMe();
  const retryText = useRetryText();
  const { isSaving, error, save } = useSaveCard(form);
  if (useCardEntry() === 'hosted') return <NothingToAdd />;
  return (
    <div className="account-page account-narrow page-width">
      <h1 tabIndex={-1}>{t('setup-payment-method-title')}</h1>
      {/* A renewal that failed is charged to the new card at once: there it would be untrue that nothing is charged now. */}
      <p className="account-lede">{me?.subscription_detail?.retries_with_card ? retryText(me) : t('card-add-text')}</p>
      <form
        noValidate
        className="account-form payment-form"
        aria-busy={isSaving}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {error === null ? null : <PaymentProblem error={error} isPurchase={false} />}
        <CardForm handle={form} />
        <div className="account-actions">
          <Button type="submit" busy={isSaving} data-paying={isSaving || undefined}>
            {isSaving ? <Busy label={t('card-save')} /> : t('card-save')}
          </Button>
          <ButtonLink to={paths.paymentMethod} tone="quiet">
            {t('btn-cancel')}
          </ButtonLink>
        </div>
        <p className="account-note">{t('subscribe-card-secure')}</p>
      </form>
    </div>
  );
}

/** A card is typed on the provider's page, when something is paid. */
function NothingToAdd() {
  const { t } = useTranslation();
  return (
    <div className="account-page account-narrow page-width">
      <h1 tabIndex={-1}>{t('setup-payment-method-title')}</h1>
      <p className="account-lede">{t('card-hosted-none')}</p>
      <div className="account-actions">
        <ButtonLink to={paths.paymentMethod} tone="quiet">
          {t('btn-back')}
        </ButtonLink>
      </div>
    </div>
  );
}

function useSaveCard(form: React.RefObject<CardFormHandle | null>) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const me = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isBusy = useRef(false);
  const run = async (): Promise<void> => {
    setError(null);
    const fields = form.current;
    const typed = await fields?.read();
    if (!typed || !('card' in typed)) return;
    setSaving(true);
    try {
      const { data } = await fields!.checked((given) =>
        api('POST /api/user/change-payment-method', { body: { ...typed, ...given } }),
      );
      fields!.forget();
      queries.setQueryData(queryKeys.cards(site), data);
      const isRetried = me?.subscription_detail?.retries_with_card === true;
      toast({ text: t(isRetried ? 'card-saved-retrying' : 'card-saved'), tone: 'good' });
      await navigate(paths.paymentMethod, { replace: true });
    } catch (refusal) {
      setError(refusal);
    } finally {
      setSaving(false);
    }
  };
  const save = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    await run().finally(() => {
      isBusy.current = false;
    });
  };
  return { isSaving, error, save };
}
