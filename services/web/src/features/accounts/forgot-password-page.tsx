import { postForgotTarget } from '@backlot/domain/routes';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { AuthLayout } from './auth-layout.tsx';
import { typed, useCheckedForm, useFieldRules } from './form.ts';

/** ACC-10. The answer is the same whether the address has an account or not. */
export function Page() {
  const { t } = useTranslation();
  const rules = useFieldRules();
  const toast = useToast();
  const navigate = useNavigate();
  const ask = useMutation({
    mutationFn: (email: string) => api('POST /api/users/forgot_password', { body: { email } }),
    onSuccess: async () => {
      toast({ text: t('forgot-password-success'), tone: 'good' });
      const target = postForgotTarget();
      if (target.kind === 'route') await navigate(target.to);
    },
  });
  const { problems, form } = useCheckedForm(
    (data) => ({ email: rules.email(typed(data, 'email')) }),
    (data) => ask.mutate(typed(data, 'email').trim()),
  );
  return (
    <AuthLayout title={t('forgot-title')} text={t('forgot-text')} after={<SiteLink className="text-link" to={paths.login}>{t('forgot-back')}</SiteLink>}>
      <form className="auth-fields" {...form}>
        <Field name="email" type="email" inputMode="email" autoComplete="username" label={t('field-email')} error={problems['email']} />
        <FormError error={ask.error} />
        <Button type="submit" size="l" wide busy={ask.isPending}>{t('forgot-button')}</Button>
      </form>
    </AuthLayout>
  );
}
