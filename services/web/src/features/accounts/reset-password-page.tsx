import { passwordMin } from '@backlot/domain/people/password';
import { postResetTarget, resetRefusedTarget } from '@backlot/domain/routes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../entities/person/session.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useToast } from '../../components/toasts.tsx';
import { api, ApiError } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { typed, useCheckedForm, useFieldRules } from '../../lib/form.ts';
import { PasswordField } from './password-field.tsx';

/** ACC-08, ACC-09, ACC-22 to ACC-24: the page behind the link of the mail. */
export function Page() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const site = useSite();
  const link = useQuery({
    queryKey: [site.id, 'reset-link', token],
    queryFn: async () => (await api('POST /api/users/check_token/:token', { params: { token } })).data,
    retry: false,
    staleTime: Infinity,
  });
  if (link.data?.valid === false || link.isError) {
    return (
      <AuthLayout title={t('reset-title')} text={t('reset-link-bad')}>
        <div className="auth-fields">
          <ButtonLink to={paths.forgotPassword} size="l" wide>
            {t('forgot-title')}
          </ButtonLink>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('reset-title')}>
      <ResetForm token={token} asksForCard={link.data?.asks_for_card === true} />
    </AuthLayout>
  );
}

interface Chosen {
  readonly password: string;
  readonly card_last4?: string;
}

function ResetForm({ token, asksForCard }: { token: string; asksForCard: boolean }) {
  const { t } = useTranslation();
  const rules = useFieldRules();
  const toast = useToast();
  const navigate = useNavigate();
  const session = useSession();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const reset = useMutation({
    mutationFn: async (choice: Chosen) => {
      const { data } = await api('POST /api/users/reset_password', { body: { token, ...choice } });
      if (data.token !== null) await session.start(data.token);
      const note = data.userUniversalAccountCount > 1 ? ` ${t('password-updated-same')}` : '';
      toast({ text: `${t('password-updated')}${note}`, tone: 'good' });
      const target = postResetTarget({ hasToken: data.token !== null });
      if (target.kind === 'route') await navigate(target.to, { replace: true });
    },
    onError: (error) => {
      const target = error instanceof ApiError ? resetRefusedTarget(error.code) : null;
      if (target?.kind !== 'route') return;
      toast({ text: error.message, tone: 'bad' });
      void navigate(target.to, { replace: true });
    },
  });
  const { problems, form } = useCheckedForm(
    (data) => ({
      password: rules.newPassword(typed(data, 'password')),
      repeated: rules.repeated(typed(data, 'repeated'), typed(data, 'password')),
      card: /^(\D*|\D*(\d\D*){4})$/.test(typed(data, 'card')) ? null : t('field-card-last4'),
    }),
    (data) => {
      const last4 = typed(data, 'card').replace(/\D/g, '');
      setChosen({ password: typed(data, 'password'), ...(last4 ? { card_last4: last4 } : {}) });
    },
  );
  return (
    <form className="auth-fields" {...form}>
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t('field-new-password')}
        help={t('field-password-help', { min: passwordMin })}
        error={problems['password']}
      />
      <PasswordField
        name="repeated"
        autoComplete="new-password"
        label={t('field-repeat-password')}
        error={problems['repeated']}
      />
      {asksForCard ? (
        <>
          <p className="auth-terms">{t('reset-card-text')}</p>
          <Field
            name="card"
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            dir="ltr"
            label={t('field-card-last4')}
            error={problems['card']}
          />
        </>
      ) : null}
      <FormError error={reset.error} />
      <Button type="submit" size="l" wide busy={reset.isPending}>
        {t('reset-button')}
      </Button>
      <ResetQuestion
        chosen={chosen}
        onCancel={() => setChosen(null)}
        onConfirm={(choice) => {
          setChosen(null);
          reset.mutate(choice);
        }}
      />
    </form>
  );
}

/** ACC-24: nothing is sent before the answer. */
export function ResetQuestion({
  chosen,
  onCancel,
  onConfirm,
}: {
  chosen: Chosen | null;
  onCancel: () => void;
  onConfirm: (choice: Chosen) => void;
}) {
  const { t } = useTranslation();
  return chosen === null ? null : (
    <ConfirmDialog title={t('reset-password-confirm')} onCancel={onCancel} onConfirm={() => onConfirm(chosen)} />
  );
}
