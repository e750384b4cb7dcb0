import { postForgotTarget } from '@backlot/domain/routes';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { HumanCheckNote } from '../../components/human-check-note.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { useToast } from '../../components/toasts.tsx';
import { api } from '../../lib/api.ts';
import { useHumanCheck } from '../../lib/human-check/use-human-check.ts';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from './email-field.tsx';
import { typed, useCheckedForm, useFieldRules } from '../../lib/form.ts';

/** ACC-10. The answer is the same whether the address has an account or not. */
export function Page() {
  const { t } = useTranslation();
  const rules = useFieldRules();
  const toast = useToast();
  const navigate = useNavigate();
  const check = useHumanCheck();
  const ask = useMutation({
    mutationFn: (email: string) =>
      check.run((given) => api('POST /api/users/forgot_password', { body: { email, ...given } })),
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
    <AuthLayout
      title={t('forgot-title')}
      text={t('forgot-text')}
      after={
        <SiteLink className="text-link" to={paths.login}>
          {t('forgot-back')}
        </SiteLink>
      }
    >
      <form className="auth-fields" {...form}>
        <EmailField error={problems['email']} />
        <FormError error={ask.error} />
        <Button type="submit" size="l" wide busy={ask.isPending}>
          {t('forgot-button')}
        </Button>
        <HumanCheckNote {...check} />
      </form>
    </AuthLayout>
  );
}
