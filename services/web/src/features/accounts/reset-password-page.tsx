import { passwordMin } from '@backlot/domain/password';
import { postResetTarget } from '@backlot/domain/routes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useSession } from '../../app/session.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { typed, useCheckedForm, useFieldRules } from './form.ts';
import { PasswordField } from './password-field.tsx';

/** ACC-08, ACC-09, ACC-22 to ACC-24: the page behind the link of the mail. */
export function Page() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const site = useSite();
  const link = useQuery({
    queryKey: [site.id, 'reset-link', token],
    queryFn: async () => (await api('POST /api/users/check_token/:token', { params: { token } })).data.valid,
    retry: false,
    staleTime: Infinity,
  });
  if (link.data === false || link.isError) {
    return (
      <AuthLayout title={t('reset-title')} text={t('reset-link-bad')}>
        <div className="auth-fields"><ButtonLink to={paths.forgotPassword} size="l" wide>{t('forgot-title')}</ButtonLink></div>
      </AuthLayout>
    );
  }
  return <AuthLayout title={t('reset-title')}><ResetForm token={token} /></AuthLayout>;
}

function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const rules = useFieldRules();
  const toast = useToast();
  const navigate = useNavigate();
  const session = useSession();
  const [password, setPassword] = useState<string | null>(null);
  const reset = useMutation({
    mutationFn: async (chosen: string) => {
      const { data } = await api('POST /api/users/reset_password', { body: { token, password: chosen } });
      if (data.token !== null) await session.start(data.token);
      const note = data.userUniversalAccountCount > 1 ? ` ${t('password-updated-same')}` : '';
      toast({ text: `${t('password-updated')}${note}`, tone: 'good' });
      const target = postResetTarget({ hasToken: data.token !== null });
      if (target.kind === 'route') await navigate(target.to, { replace: true });
    },
  });
  const { problems, form } = useCheckedForm(
    (data) => ({ password: rules.newPassword(typed(data, 'password')), repeated: rules.repeated(typed(data, 'repeated'), typed(data, 'password')) }),
    (data) => setPassword(typed(data, 'password')),
  );
  return (
    <form className="auth-fields" {...form}>
      <PasswordField name="password" autoComplete="new-password" label={t('field-new-password')} help={t('field-password-help', { min: passwordMin })} error={problems['password']} />
      <PasswordField name="repeated" autoComplete="new-password" label={t('field-repeat-password')} error={problems['repeated']} />
      <FormError error={reset.error} />
      <Button type="submit" size="l" wide busy={reset.isPending}>{t('reset-button')}</Button>
      {password === null ? null : (
        <ConfirmDialog
          title={t('reset-password-confirm')} onCancel={() => setPassword(null)}
          onConfirm={() => { setPassword(null); reset.mutate(password); }}
        />
      )}
    </form>
  );
}
