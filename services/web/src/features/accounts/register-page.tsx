import { postRegisterTarget, type PaymentMode } from '@backlot/domain/routes';
import { passwordMin } from '@backlot/domain/password';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useSession } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { SiteLink } from '../../components/site-link.tsx';
import { mark, TextWithParts } from '../../components/text-with-parts.tsx';
import { api } from '../../lib/api.ts';
import { fieldErrorOf } from '../../lib/error-text.ts';
import { useMe, useSetting } from '../../lib/site.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { typed, useCheckedForm, useFieldRules } from './form.ts';
import { PasswordField } from './password-field.tsx';
import { readUtm } from './utm.ts';

interface Registration { readonly email: string; readonly password: string; readonly name?: string | undefined }

/** ACC-05 to ACC-07. */
export function Page() {
  const { t } = useTranslation();
  const me = useMe();
  const session = useSession();
  const navigate = useNavigate();
  const title = useSetting('signup_title');
  const text = useSetting('signup_description');
  const version = useSetting('payment_api_version');
  const register = useMutation({
    mutationFn: async (input: Registration) => {
      const utm = readUtm();
      const { data } = await api('POST /api/users/register', { body: { ...input, ...(utm ? { utm } : {}) } });
      // A card form of our own is at /subscribe; only a provider's hosted page comes with an address.
      const target = postRegisterTarget(data.url ? 'newRegisterPage' : (version ?? 'v2') as PaymentMode, data.url);
      await session.start(data.token);
      if (target.kind === 'document') location.assign(target.url);
      else await navigate(target.to, { replace: true });
    },
  });
  if (me !== null && !register.isPending && !register.isSuccess) return <Navigate to={paths.root} replace />;
  return (
    <AuthLayout
      title={title || t('register-title')} text={text || t('register-text')}
      after={<p>{t('register-have-account')} <SiteLink className="text-link" to={paths.login}>{t('nav-log-in')}</SiteLink></p>}
    >
      <RegisterForm isBusy={register.isPending} error={register.error} onSend={(input) => register.mutate(input)} />
    </AuthLayout>
  );
}

function RegisterForm({ isBusy, error, onSend }: { isBusy: boolean; error: unknown; onSend: (input: Registration) => void }) {
  const { t } = useTranslation();
  const rules = useFieldRules();
  const { problems, form } = useCheckedForm(
    (data) => ({ email: rules.email(typed(data, 'email')), password: rules.newPassword(typed(data, 'password'), typed(data, 'email')) }),
    (data) => onSend({ email: typed(data, 'email').trim(), password: typed(data, 'password'), name: typed(data, 'name').trim() || undefined }),
  );
  const isAtField = ['name', 'email', 'password'].some((field) => fieldErrorOf(error, field) !== null);
  return (
    <form className="auth-fields" {...form}>
      <Field name="name" autoComplete="nickname" maxLength={80} label={t('field-name')} help={t('field-name-help')} error={fieldErrorOf(error, 'name')} />
      <Field name="email" type="email" inputMode="email" autoComplete="username" label={t('field-email')} error={problems['email'] ?? fieldErrorOf(error, 'email')} />
      <PasswordField name="password" autoComplete="new-password" label={t('field-password')} help={t('field-password-help', { min: passwordMin })} error={problems['password'] ?? fieldErrorOf(error, 'password')} />
      <FormError error={isAtField ? null : error} />
      <Button type="submit" size="l" wide busy={isBusy}>{t('nav-sign-up')}</Button>
      <Terms />
    </form>
  );
}

function Terms() {
  const { t } = useTranslation();
  const isAdult = useSetting('is_adult_site');
  return (
    <p className="auth-terms">
      <TextWithParts
        text={t(isAdult ? 'register-adult-terms' : 'register-terms', { terms: mark('terms'), privacy: mark('privacy') })}
        parts={{
          terms: <SiteLink className="text-link" to={paths.terms}>{t('footer-terms')}</SiteLink>,
          privacy: <SiteLink className="text-link" to={paths.privacy}>{t('footer-privacy')}</SiteLink>,
        }}
      />
    </p>
  );
}
